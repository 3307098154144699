public import Dictation
public import DictationParts
import LinuxRuntime
public import PocketSphinxModel
public import Problems
public import Settings
public import SpeechEngines
import SpeechWorker
import SpeechWorkerProtocol
public import SystemPackage

/// The engine `pocketsphinx`.
public struct PocketSphinx: Engine {
    public typealias Keys = PocketSphinxSettings

    public init() {}

    public var title: String { "PocketSphinx, for commands only" }
    public var isAutomatic: Bool { true }

    /// It decodes while the user speaks.
    public var usesTimeLimit: Bool { false }

    /// 56.6 % of the words of read English that nothing was tuned to.
    public var weakness: Problem? {
        Problem(
            "the built-in engine gets about half of ordinary speech wrong", why: "",
            remedy: "Better: utter models available")
    }

    // MARK: Languages

    public func understands(
        _ language: LanguageTag, _ settings: Settings, among models: SpeechModels
    ) -> Bool {
        settings[Keys.self].model != nil || models.model(of: name, for: language) != nil
    }

    /// The words of its English dictionary.
    public func knownWords(of language: LanguageTag, among models: SpeechModels) -> KnownWords? {
        guard language.isEnglish,
            let file = try? FileDescriptor.open(
                PocketSphinxConfiguration.standard.dictionary, .readOnly, options: .closeOnExec),
            let bytes = try? file.closeAfter({ try file.readToEnd(atMost: 64 << 20) })
        else { return nil }
        // A line begins with the word; a second pronunciation is `read(2)`.
        let words = bytes.split(separator: UInt8(ascii: "\n")).map { line in
            String(decoding: line.prefix { $0 != 0x20 && $0 != 0x28 }, as: UTF8.self)
        }
        return KnownWords(words, areRanked: false)
    }

    public func forgetModels(otherThan language: LanguageTag, in settings: inout Settings) {
        guard let model = settings[Keys.self].model,
            let configuration = try? PocketSphinxConfiguration(model: FilePath(model)),
            let known = LanguageTag(configuration.locale), known.fitness(for: language) == nil
        else { return }
        settings[Keys.self].model = nil
        settings[Keys.self].dictionary = nil
        settings[Keys.self].languageModel = nil
    }

    // MARK: Recognition

    public func configuration(
        for settings: Settings, among models: SpeechModels
    ) throws -> PocketSphinxConfiguration {
        let chosen = settings[Keys.self]
        var folder: PocketSphinxFolder?
        if chosen.model == nil, chosen.dictionary == nil, chosen.languageModel == nil,
            let language = try settings.spokenLanguage()
        {
            folder = models.model(of: name, for: language).flatMap { PocketSphinxFolder($0.path) }
        }
        var configuration: PocketSphinxConfiguration
        do throws(Problem) {
            configuration = try PocketSphinxConfiguration(
                model: chosen.model.map { FilePath($0) } ?? folder?.model,
                dictionary: chosen.dictionary.map { FilePath($0) } ?? folder?.dictionary,
                languageModel: chosen.languageModel.map { FilePath($0) } ?? folder?.languageModel,
                words: settings.text.words.filter { !$0.value.isEmpty },
                options: chosen.options)
        } catch {
            throw settings.error(with: "\(Keys.section).options", error)
        }
        configuration.limits.idle = settings.unloadLimit
        try checkLanguage(of: configuration.locale, settings)
        return configuration
    }

    /// A model of another language would give nonsense.
    private func checkLanguage(of locale: String, _ settings: Settings) throws {
        guard let wanted = try settings.spokenLanguage(), let spoken = LanguageTag(locale),
            spoken.fitness(for: wanted) == nil
        else { return }
        let problem = Problem(
            "PocketSphinx can't understand “\(wanted)”", why: "its model is for \(locale)",
            remedy: "utter models available lists some that do; or name one of PocketSphinx’s own:"
                + " man utter.toml.")
        throw settings.error(with: "recognizer.language", problem)
    }

    public func problem(with configuration: PocketSphinxConfiguration) -> Problem? {
        ModelFiles(configuration: configuration).problem
    }

    public func recognizer(
        _ configuration: PocketSphinxConfiguration
    ) throws -> any SpeechRecognizer {
        PocketSphinxRecognizer(configuration)
    }

    // MARK: Waking

    /// The phrase is in the language of the model that the settings name, else in English, whatever
    /// language is dictated.
    public func phraseListener(
        for phrase: String, _ settings: Settings
    ) throws(Problem) -> (any SpeechRecognizer)? {
        let chosen = settings[Keys.self]
        let configuration = try PocketSphinxConfiguration(
            model: chosen.model.map { FilePath($0) },
            dictionary: chosen.dictionary.map { FilePath($0) },
            words: settings.text.words.filter { !$0.value.isEmpty })
        return PhraseListener(try PhraseConfiguration(phrase, configuration))
    }

    // MARK: Answers

    /// By the English model that is installed, whatever the settings name.
    public func answerListener(
        for answers: [String]
    ) throws(Problem) -> (any SpeechRecognizer)? {
        AnswerListener(try AnswerConfiguration(answers, .standard))
    }

    // MARK: Models

    /// The folder of Debian's packages.
    public func modelFolders(_ environment: (String) -> String?) -> [String] {
        ["/usr/share/pocketsphinx/model"]
    }

    public func model(at path: FilePath) -> SpeechModel? {
        guard let folder = PocketSphinxFolder(path) else { return nil }
        return SpeechModel(
            engine: name, path: path, languages: folder.language.map { [$0] } ?? [],
            examine: { folder.problem })
    }

    public func configuration(
        loading model: SpeechModel, _ settings: Settings
    ) throws -> PocketSphinxConfiguration? {
        guard let folder = PocketSphinxFolder(model.path) else { return nil }
        return try PocketSphinxConfiguration(
            model: folder.model, dictionary: folder.dictionary,
            languageModel: folder.languageModel)
    }

    public func modelPaths(of configuration: PocketSphinxConfiguration) -> [FilePath] {
        [configuration.model, configuration.model.removingLastComponent()]
    }

    /// The list of Debian's package, with file names relative to the root, or one beside the files.
    public func checksums(of model: SpeechModel) -> [ChecksumList] {
        let packages = "/var/lib/dpkg/info"
        return [
            ChecksumList(
                program: "md5sum", folder: "/",
                path: "\(packages)/\(name)-\(model.name).md5sums"),
            ChecksumList(
                program: "sha256sum", folder: model.path.string, path: "\(model.path)/SHA256SUMS"),
        ]
    }

    public func advice(_ settings: Settings, among models: SpeechModels) -> [String] {
        guard models.models(of: name).isEmpty else { return [] }
        return ["PocketSphinx has no model: sudo apt install pocketsphinx-en-us"]
    }
}

/// Listens for a phrase, by CMU PocketSphinx: each `utterance` is the phrase. Its dictation goes on
/// until it is cancelled.
final class PhraseListener: WorkerRecognizer {
    init(_ configuration: PhraseConfiguration) {
        super.init(
            configuration.inWorker, limits: configuration.limits, locales: [],
            problem: { configuration.problem })
    }
}

/// Listens for an answer, by CMU PocketSphinx: its one `utterance` is one of the answers, or empty.
/// Its dictation goes on until it is cancelled.
final class AnswerListener: WorkerRecognizer {
    init(_ configuration: AnswerConfiguration) {
        super.init(
            configuration.inWorker, limits: configuration.limits, locales: [],
            problem: { configuration.problem })
    }
}
