public import Dictation
import GGUF

/// The models that can be installed by name.
public enum ModelCatalogue {
    /// In the order in which they are shown.
    public static var all: [CatalogueModel] { entries }

    /// The model of that name, or with a file of that name; nil if there is none.
    public static func model(named name: String) -> CatalogueModel? {
        all.first { $0.name == name || $0.file.name == name }
    }

    /// The best model for a language on a computer; nil if none understands the language.
    ///
    /// Models that keep up come first, then those that know the language without guessing, then
    /// those that make fewer errors.
    public static func recommended(
        for language: LanguageTag, _ computer: ComputerSpeed
    ) -> CatalogueModel? {
        best(of: all, for: language, computer)
    }

    /// The same among some of them.
    public static func best(
        of models: [CatalogueModel], for language: LanguageTag, _ computer: ComputerSpeed
    ) -> CatalogueModel? {
        func isBetter(_ one: CatalogueModel, than other: CatalogueModel) -> Bool {
            rank(one, computer).lexicographicallyPrecedes(rank(other, computer))
        }
        return models.filter { $0.figures != nil && $0.supports(language) }
            .reduce(nil) { best, next in
                guard let best else { return next }
                return isBetter(next, than: best) ? next : best
            }
    }

    /// The best of those that are not installed and were published with fewer errors than a model;
    /// nil if there is none that keeps up. For a model without figures it may be any other.
    public static func better(
        than model: CatalogueModel, for language: LanguageTag, _ computer: ComputerSpeed,
        notIn store: ModelStore
    ) -> CatalogueModel? {
        let errors = model.figures?.errors ?? 100
        let better = all.filter { other in
            other != model && !store.isInstalled(other) && other.figures?.errors ?? 100 < errors
                && computer.estimate(for: other) ?? 0 >= leastSpeed
        }
        return best(of: better, for: language, computer)
    }

    /// From here on, the words of an utterance can be recognised again while it grows.
    private static let liveSpeed = 6.0
    /// Below, the wait for the words is longer than half of what was said.
    private static let leastSpeed = 2.0

    /// Smaller is better, the first number before the second.
    private static func rank(_ model: CatalogueModel, _ computer: ComputerSpeed) -> [Double] {
        let pace: Double =
            switch computer.estimate(for: model) {
            case let speed? where speed >= liveSpeed: 0
            case let speed? where speed >= leastSpeed: 1
            case nil: 2
            default: 3
            }
        let guessing: Double =
            switch model.languageUse {
            case .one: 0
            case .told, .optional: 1
            case .detects: 2
            }
        return [pace, guessing, model.figures?.errors ?? 100, Double(model.file.bytes)]
    }
}
