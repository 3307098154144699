public import Dictation

/// The models that can be installed by name.
public enum ModelCatalogue {
    /// In the order in which they are shown.
    public static var all: [CatalogueModel] { entries }

    /// The model of that name, or with a file of that name; nil if there is none.
    public static func model(named name: String) -> CatalogueModel? {
        all.first { $0.name == name || $0.file.name == name }
    }

    /// The best one for a language on a computer; nil if none understands the language.
    ///
    /// What keeps up comes first, then what knows the language without guessing, then what makes
    /// fewer errors.
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

    /// Smaller is better, the first number before the second.
    private static func rank(_ model: CatalogueModel, _ computer: ComputerSpeed) -> [Double] {
        let pace: Double =
            switch computer.estimate(for: model) {
            // The words of an utterance are recognised again while it grows.
            case let speed? where speed >= 6: 0
            case let speed? where speed >= 2: 1
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
