public import Consent
public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems
public import Settings
public import SystemPackage

/// An engine, which turns sound into words: all that the rest of the program knows of it. Its
/// folder and its line in `EngineRegistry` are the only places that name it.
///
///     struct Toy: Engine {
///         func configuration(for settings: Settings, among models: SpeechModels) -> String {
///             settings[ToySettings.self].word
///         }
///
///         func recognizer(_ configuration: String) -> any SpeechRecognizer {
///             ToyRecognizer(says: configuration)
///         }
///     }
public protocol Engine: Sendable {
    /// Its section of the settings: `[recognizer.NAME]`.
    associatedtype Keys: SettingsKeys

    /// The name in the configuration, `[recognizer] engine`: the last part of its section's.
    var name: String { get }

    /// The name for people, who may not know the program behind it. By default `name`.
    var title: String { get }

    /// The value from which its recogniser is made: dictations with equal configurations share one.
    associatedtype Configuration: Hashable & Sendable

    // MARK: Rules

    /// Whether it may be used without being named in the configuration. Never for an engine that
    /// sends sound to another machine or runs a program of the user's. False by default.
    var isAutomatic: Bool { get }

    /// Whether its answer may take as long as `[recognizer] time_limit` says, rather than being
    /// there shortly after the last sound. True by default.
    var usesTimeLimit: Bool { get }

    /// Whether its words are known to come too late on this computer, though it was not named in the
    /// configuration: another engine goes first. False by default.
    func isTooSlow(_ settings: Settings, among models: SpeechModels) -> Bool

    /// Measures how fast this computer is with the models that it may choose by itself, if that isn't
    /// known. Takes seconds, in another process. Does nothing by default.
    @EventLoopActor
    func measureModels(_ settings: Settings, among models: SpeechModels) async

    /// Its model and how fast this computer is with it, in words: `NAME: a sentence takes 0.4 s`; nil if
    /// nothing is known of it, as by default.
    func speed(with settings: Settings, among models: SpeechModels) -> String?

    /// Whether some of its models can translate into English. False by default.
    var translates: Bool { get }

    /// The weakness of its words that users must know about before they write with it, and how to
    /// get better ones: shown where no other engine can be used. Nil by default.
    var weakness: Problem? { get }

    /// Whether it can recognise a language: by default, every one.
    func understands(
        _ language: LanguageTag, _ settings: Settings, among models: SpeechModels
    ) -> Bool

    /// Removes a model from the settings that is known to be one of another language. Does nothing
    /// by default.
    func forgetModels(otherThan language: LanguageTag, in settings: inout Settings)

    // MARK: Recognition

    /// - Throws: a `SettingsError` if a value in its section is wrong. A library or model that is
    ///   missing is reported by the recogniser's `availability()` instead, so that the fallback can
    ///   work.
    func configuration(for settings: Settings, among models: SpeechModels) throws -> Configuration

    /// The part that is missing for a configuration: the library, the model. Cheap; loads no model.
    /// Nil by default.
    func problem(with configuration: Configuration) -> Problem?

    /// Why its library can't be opened here, whatever the model; nil, as by default, if it can, or
    /// there is none. Tries it, so that a model is not downloaded in vain.
    @EventLoopActor
    func libraryProblem(_ settings: Settings) async -> Problem?

    /// Why a file can't be loaded as a model; nil if it can, and, as by default, if the engine has no
    /// models of one file. Tries it in another process, for the file may be anybody's.
    ///
    /// - Throws: `CancellationError` when the task is cancelled.
    @EventLoopActor
    func loadingProblem(of file: FilePath, _ settings: Settings) async throws -> Problem?

    /// Makes a recogniser; its model isn't loaded yet.
    @EventLoopActor
    func recognizer(_ configuration: Configuration) throws -> any SpeechRecognizer

    // MARK: Waking

    /// Something that listens for a phrase and reports an `utterance` each time it is said, at
    /// little cost; nil, as by default, if the engine can't.
    ///
    /// - Throws: what to choose instead of the phrase.
    @EventLoopActor
    func phraseListener(
        for phrase: String, _ settings: Settings
    ) throws(Problem) -> (any SpeechRecognizer)?

    // MARK: Answers

    /// Something that listens for one of some English answers, and reports the first stretch of
    /// speech as an `utterance`: the answer, or empty if it was none; nil, as by default, if the
    /// engine can't. One question needs one.
    ///
    /// - Throws: what is missing.
    @EventLoopActor
    func answerListener(for answers: [String]) throws(Problem) -> (any SpeechRecognizer)?

    // MARK: Models

    /// Folders in which the engine's own programs and packages put models, besides this
    /// program. Each is searched for the models of all engines. None by default.
    func modelFolders(_ environment: (String) -> String?) -> [String]

    /// The model in a folder or file; nil if there is none of this engine. Called for everything in
    /// the folders of models. Nil by default.
    func model(at path: FilePath) -> SpeechModel?

    /// The configuration that loads a model, to check it; nil, as by default, if the engine has no
    /// models here.
    func configuration(loading model: SpeechModel, _ settings: Settings) throws -> Configuration?

    /// The folders or files of the models that a configuration loads. None by default.
    func modelPaths(of configuration: Configuration) -> [FilePath]

    /// Lists of a model's checksums, the first of which exists is used: by default the file
    /// `SHA256SUMS` in its folder.
    func checksums(of model: SpeechModel) -> [ChecksumList]

    /// The missing parts and how to install them, for `utter models`: one text for each. Empty by
    /// default.
    func advice(_ settings: Settings, among models: SpeechModels) -> [String]

    /// The words of a language that its models know; nil, as by default, if none can be asked.
    func knownWords(of language: LanguageTag, among models: SpeechModels) -> KnownWords?

    // MARK: Servers

    /// Whether it can send sound to a server. False by default.
    var hasServer: Bool { get }

    /// The server that it uses with these settings, which may be on this machine; nil by default.
    func server(_ settings: Settings) throws -> ServerAddress?
}

/// The words of a language that a model knows.
public struct KnownWords: Sendable {
    public let words: [String]
    /// Whether the most frequent ones come first.
    public let areRanked: Bool

    public init(_ words: [String], areRanked: Bool) {
        (self.words, self.areRanked) = (words, areRanked)
    }
}

/// A list of checksums in the form of sha256sum(1).
public struct ChecksumList: Hashable, Sendable {
    /// The program that compares them: `sha256sum`.
    public let program: String
    /// The folder in which the list's names start.
    public let folder: String
    /// The path of the list.
    public let path: String

    public init(program: String, folder: String, path: String) {
        (self.program, self.folder, self.path) = (program, folder, path)
    }
}

extension Engine {
    public var name: String { String(Keys.section.split(separator: ".").last ?? "") }

    /// Its section of the settings.
    public var keys: any SettingsKeys.Type { Keys.self }
}

// The defaults: an engine without models, such as a program or a server.

extension Engine {
    public var title: String { name }
    public var isAutomatic: Bool { false }
    public var usesTimeLimit: Bool { true }
    public var weakness: Problem? { nil }
    public var hasServer: Bool { false }
    public var translates: Bool { false }

    public func isTooSlow(_ settings: Settings, among models: SpeechModels) -> Bool { false }

    @EventLoopActor
    public func measureModels(_ settings: Settings, among models: SpeechModels) async {}

    public func speed(with settings: Settings, among models: SpeechModels) -> String? { nil }

    public func understands(
        _ language: LanguageTag, _ settings: Settings, among models: SpeechModels
    ) -> Bool { true }

    public func knownWords(of language: LanguageTag, among models: SpeechModels) -> KnownWords? {
        nil
    }

    public func forgetModels(otherThan language: LanguageTag, in settings: inout Settings) {}

    public func problem(with configuration: Configuration) -> Problem? { nil }

    @EventLoopActor
    public func libraryProblem(_ settings: Settings) async -> Problem? { nil }

    @EventLoopActor
    public func loadingProblem(
        of file: FilePath, _ settings: Settings
    ) async throws -> Problem? { nil }

    @EventLoopActor
    public func phraseListener(
        for phrase: String, _ settings: Settings
    ) throws(Problem) -> (any SpeechRecognizer)? { nil }

    @EventLoopActor
    public func answerListener(
        for answers: [String]
    ) throws(Problem) -> (any SpeechRecognizer)? { nil }

    public func modelFolders(_ environment: (String) -> String?) -> [String] { [] }

    public func model(at path: FilePath) -> SpeechModel? { nil }

    public func configuration(
        loading model: SpeechModel, _ settings: Settings
    ) throws -> Configuration? { nil }

    public func modelPaths(of configuration: Configuration) -> [FilePath] { [] }

    public func checksums(of model: SpeechModel) -> [ChecksumList] {
        [
            ChecksumList(
                program: "sha256sum", folder: model.path.string, path: "\(model.path)/SHA256SUMS")
        ]
    }

    public func advice(_ settings: Settings, among models: SpeechModels) -> [String] { [] }

    public func server(_ settings: Settings) throws -> ServerAddress? { nil }
}

// For callers that don't know the configuration's type.

extension Engine {
    /// A recogniser as the settings describe it.
    @EventLoopActor
    public func makeRecognizer(
        _ settings: Settings, among models: SpeechModels
    ) throws -> any SpeechRecognizer {
        try recognizer(try checkedConfiguration(for: settings, among: models))
    }

    /// Throws if it is to translate and can't, whatever its model.
    private func checkedConfiguration(
        for settings: Settings, among models: SpeechModels
    ) throws -> Configuration {
        guard translates || !settings.translates(among: models) else {
            throw settings.error(
                with: "recognizer.translate",
                Problem(
                    "the engine “\(name)” can't translate", why: "none of its models does",
                    remedy: "Use transcribe-cpp with Whisper base, or switch it off:"
                        + " utter config set recognizer.translate false"))
        }
        return try configuration(for: settings, among: models)
    }

    /// A recogniser for one model.
    ///
    /// - Throws: a problem if the engine loads no models by name.
    @EventLoopActor
    public func makeRecognizer(
        loading model: SpeechModel, _ settings: Settings
    ) throws -> any SpeechRecognizer {
        try recognizer(try configured(loading: model, settings))
    }

    private func configured(
        loading model: SpeechModel, _ settings: Settings
    ) throws -> Configuration {
        guard let configuration = try configuration(loading: model, settings) else {
            throw Problem("“\(name)” loads no models by name", why: "")
        }
        return configuration
    }

    /// The part that is missing with these settings, or wrong with them; nil if it can recognise.
    public func problem(_ settings: Settings, among models: SpeechModels) -> (any Error)? {
        do {
            return problem(with: try checkedConfiguration(for: settings, among: models))
        } catch {
            return error
        }
    }

    /// Throws what is wrong with values of its section that are in the file.
    public func checkSection(_ settings: Settings, among models: SpeechModels) throws {
        do {
            _ = try configuration(for: settings, among: models)
        } catch let error as SettingsError {
            let own = error.problems.filter { $0.line != nil && $0.section == Keys.section }
            if !own.isEmpty { throw SettingsError(own) }
        }
    }

    /// Equal for settings with equal recognisers.
    public func identity(
        _ settings: Settings, among models: SpeechModels
    ) throws -> AnyHashable {
        AnyHashable(try checkedConfiguration(for: settings, among: models))
    }

    /// Equal for settings and models with equal recognisers.
    public func identity(loading model: SpeechModel, _ settings: Settings) throws -> AnyHashable {
        AnyHashable(try configured(loading: model, settings))
    }

    /// The folders or files of the models that it loads with these settings.
    public func modelPaths(
        _ settings: Settings, among models: SpeechModels
    ) throws -> [FilePath] {
        modelPaths(of: try configuration(for: settings, among: models))
    }
}
