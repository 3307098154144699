import ArgumentParser
import Dictation
import EngineRegistry
import GGUF
import JSONLines
import Models
import Problems
import Settings
import SpeechEngines

struct ModelsAvailableCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "available", abstract: "Print the models that can be installed by name.",
        discussion: """
            Each line has the name, the size of the download, the wrong words in a hundred that \
            were published, the memory and the speed that it probably takes here (estimates), the \
            licence and the languages; and says which is installed, and which is recommended for \
            your language on this computer. Nothing is downloaded.
            """)

    @Argument(
        help: "Only models whose name or language has this word, such as parakeet or German.",
        completion: .installableModels)
    var word: String?

    @Flag(help: "Print one JSON object per line.")
    var json = false

    @Option(
        help: "Only models for this language, such as de; the recommendation is for it, too.",
        completion: .list(Set(ModelCatalogue.all.flatMap(\.languages)).sorted()))
    var language: String?

    @OptionGroup var configurationFile: ConfigurationFile

    func validate() throws {
        if let language, LanguageTag(language) == nil {
            throw ValidationError("“\(language)” isn't a language; German is de.")
        }
    }

    func run() throws {
        let settings = try configurationFile.load()
        let wanted = language.flatMap { LanguageTag($0) }
        let tongue = wanted ?? settings.likelyLanguages(among: SpeechModels())[0].tag
        let (store, computer) = (try ModelStore(environment: Settings.environment), ComputerSpeed())
        let recommended = ModelCatalogue.recommended(for: tongue, computer)
        let ofLanguage = ModelCatalogue.all.filter { model in
            wanted.map { model.supports($0) } ?? true
        }
        guard !ofLanguage.isEmpty else {
            throw Problem(
                "there is no model for “\(tongue)”",
                why: "no model in the catalogue understands it",
                remedy: "Your own server or program may: man utter.toml.")
        }
        let models = ofLanguage.filter { model in word.map { model.isMeant(by: $0) } ?? true }
        if let word, models.isEmpty { throw Self.unknown(word) }
        if !json { complain(AvailableModel.header) }
        for model in models {
            let line = AvailableModel(
                model, isInstalled: store.isInstalled(model), isRecommended: model == recommended,
                speed: computer.estimate(for: model))
            try printData(json ? JSONLine.text(line) : line.text(for: tongue))
        }
        if !json { explain(computer, recommended, tongue) }
    }

    private static func unknown(_ word: String) -> Problem {
        let near = Spelling.nearest(
            to: word, among: ModelCatalogue.all.map(\.name) + ModelCatalogue.all.flatMap(\.words))
        return Problem(
            "there is no model “\(word)” to install",
            why: "no name or language of the catalogue has this word",
            remedy: (near.map { "Did you mean “\($0)”? " } ?? "")
                + "“utter models available” has all names.")
    }

    private func explain(
        _ computer: ComputerSpeed, _ recommended: CatalogueModel?, _ language: LanguageTag
    ) {
        complain(
            """

            Errors: wrong words in a hundred of read English (LibriSpeech), published by
              \(ModelFigures.publisher); dictation has more, and other languages differ.
            Memory and speed are estimates. Speed: seconds of sound recognised in a second, from
              the same catalogue and this computer's \(computer.cores) cores; from 6 on, the words \
            keep up.
            """)
        if let recommended {
            complain(
                "For “\(language)” on this computer: utter models install \(recommended.name)")
        }
    }
}

extension CatalogueModel {
    /// The parts of its name, and its languages: what one may look for.
    fileprivate var words: [String] {
        name.split { $0 == "-" || $0 == "_" }.map(String.init)
            + languages.compactMap { LanguageTag($0)?.title }
    }

    /// Whether a word is a part of the name, or is a language or the beginning of its name.
    fileprivate func isMeant(by word: String) -> Bool {
        let word = word.lowercased()
        if [name, ModelTitle(name).text].contains(where: { $0.lowercased().contains(word) }) {
            return true
        }
        return languages.contains { language in
            if language.lowercased() == word { return true }
            let title = LanguageTag(language)?.title.lowercased()
            return word.count > 2 && title?.hasPrefix(word) == true
        }
    }
}

/// A model in the list of those that can be installed.
struct AvailableModel: Encodable {
    private let name, title, author, repository, revision, file, sha256, licence: String
    private let bytes: Int
    private let languages: [String]
    private let memoryEstimate: Int
    private let errors: Double?
    private let figuresBy: String?
    private let speedEstimate: Double?
    private let isInstalled, isRecommended: Bool

    private enum CodingKeys: String, CodingKey {
        case name, title, author, repository, revision, file, bytes, sha256, licence, languages
        case memoryEstimate = "memory_estimate"
        case errors = "published_errors_percent"
        case figuresBy = "published_by"
        case speedEstimate = "speed_estimate"
        case isInstalled = "installed"
        case isRecommended = "recommended"
    }

    /// - Parameter speed: the estimate for this computer.
    init(_ model: CatalogueModel, isInstalled: Bool, isRecommended: Bool, speed: Double?) {
        (name, author, licence) = (model.name, model.author, model.licence.rawValue)
        title = ModelTitle(model.name).text
        (repository, revision) = (model.file.repository, model.file.revision)
        (file, bytes, sha256) = (model.file.name, model.file.bytes, model.file.sha256)
        (languages, memoryEstimate) = (model.languages, model.memory)
        errors = model.figures?.errors
        figuresBy = model.figures.map { _ in ModelFigures.publisher }
        speedEstimate = speed
        (self.isInstalled, self.isRecommended) = (isInstalled, isRecommended)
    }

    /// The names of the columns.
    static var header: String {
        line(["model", "download", "errors", "memory", "speed", "licence", "languages"])
    }

    private static func line(_ columns: [String]) -> String {
        let widths = [34, 8, 6, 9, 5, 11, 0]
        return columns.indices.map { index in
            columns[index].padded(to: widths[index], atEnd: !(1...4).contains(index))
        }.joined(separator: "  ")
    }

    /// - Parameter language: the one that it is recommended for.
    func text(for language: LanguageTag) -> String {
        let columns = [
            name, "\(ByteCount(bytes))", errors.map { "\($0) %" } ?? "? %",
            "~\(ByteCount(memoryEstimate))", speedEstimate.map { "~\(Self.shown($0))×" } ?? "?×",
            licence, languageList,
        ]
        let remarks =
            (isInstalled ? ["installed"] : [])
            + (isRecommended ? ["recommended for \(language)"] : [])
        let remark = remarks.isEmpty ? "" : "  (\(remarks.joined(separator: ", ")))"
        return Self.line(columns) + remark
    }

    private var languageList: String {
        guard languages.count > 5 else { return languages.joined(separator: " ") }
        return languages.prefix(4).joined(separator: " ") + " and \(languages.count - 4) more"
    }

    /// With one decimal below 10.
    private static func shown(_ speed: Double) -> String {
        speed < 10 ? "\((speed * 10).rounded() / 10)" : "\(Int(speed))"
    }
}

extension String {
    fileprivate func padded(to width: Int, atEnd: Bool = true) -> String {
        let spaces = String(repeating: " ", count: max(0, width - count))
        return atEnd ? self + spaces : spaces + self
    }
}
