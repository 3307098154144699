import Dictation
import DictationParts
import LinuxRuntime
import Problems
import Settings
import SpeechEngines
import SystemPackage

/// The engine `toy`, an example for new ones. Its models are empty files: `de.toy`.
struct Toy: Engine {
    typealias Keys = ToySettings

    struct Configuration: Hashable {
        let word: String
        /// Nil if there is none.
        let model: FilePath?
    }

    var isAutomatic: Bool { true }

    func model(at path: FilePath) -> SpeechModel? {
        guard path.extension == "toy" else { return nil }
        return SpeechModel(
            engine: name, path: path,
            languages: path.stem.flatMap { LanguageTag($0) }.map { [$0] } ?? [],
            examine: { nil })
    }

    func understands(
        _ language: LanguageTag, _ settings: Settings, among models: SpeechModels
    ) -> Bool {
        models.model(of: name, for: language) != nil
    }

    func configuration(
        for settings: Settings, among models: SpeechModels
    ) throws -> Configuration {
        let model =
            try settings.spokenLanguage().map { models.model(of: name, for: $0) }
            ?? models.models(of: name).first
        return Configuration(word: settings[Keys.self].word, model: model?.path)
    }

    func problem(with configuration: Configuration) -> Problem? {
        guard configuration.model == nil else { return nil }
        return Problem("the toy has no model", why: "there is no *.toy", remedy: "Make one.")
    }

    func recognizer(_ configuration: Configuration) -> any SpeechRecognizer {
        ToyRecognizer(word: configuration.word, problem: problem(with: configuration))
    }

    func modelPaths(of configuration: Configuration) -> [FilePath] {
        [configuration.model].compactMap(\.self)
    }

    func configuration(loading model: SpeechModel, _ settings: Settings) -> Configuration? {
        Configuration(word: settings[Keys.self].word, model: model.path)
    }

    func advice(_ settings: Settings, among models: SpeechModels) -> [String] {
        models.models(of: name).isEmpty ? ["The toy has no model: touch en.toy"] : []
    }
}

/// Hears one word as soon as a dictation ends.
final class ToyRecognizer: SpeechRecognizer {
    let name = "toy"
    let supportedLocales: [String] = []
    private let word: String
    private let problem: Problem?
    private var deliver: (RecognizerEvent) -> Void = { _ in }

    init(word: String, problem: Problem?) {
        (self.word, self.problem) = (word, problem)
    }

    func availability() -> Availability { problem.map { .unavailable($0) } ?? .available }

    func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        self.deliver = deliver
        deliver(problem.map { .failed($0) } ?? .ready)
    }

    func begin() {}

    func feed(_ samples: [Int16]) {}

    func finish() {
        deliver(.utterance(word))
        deliver(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
    }

    func cancel() {}

    func forgetVoice() {}

    func close() { deliver = { _ in } }
}
