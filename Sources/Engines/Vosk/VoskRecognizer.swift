public import Dictation
public import DictationParts
public import Problems
import SpeechWorker
public import VoskFiles

/// Speech recognition on this machine by Vosk (Kaldi).
///
/// Library and model are loaded and speech decoded in a process of its own, `utter-speech`, during
/// the dictation. Words come with their times and the engine's confidence. After a failure the
/// model is loaded again by the next `prepare` or `begin`.
public final class VoskRecognizer: SpeechRecognizer {
    public let name = VoskConfiguration.engine
    public let configuration: VoskConfiguration
    private let decoding: WorkerDecoding

    /// Makes a recogniser; its model isn't loaded yet.
    public init(_ configuration: VoskConfiguration) {
        self.configuration = configuration
        decoding = WorkerDecoding(configuration.inWorker, limits: configuration.limits)
    }

    public var supportedLocales: [String] {
        configuration.model.language.map { [$0.description] } ?? []
    }

    /// Whether library and model are present, as far as their files show.
    public func availability() -> Availability {
        let problem = configuration.model.problem ?? configuration.libraryProblem
            ?? SpeechProgram.problem
        return problem.map { .unavailable($0) } ?? .available
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        decoding.prepare(deliver)
    }

    public func begin() { decoding.begin() }

    public func feed(_ samples: [Int16]) { decoding.feed(samples) }

    public func finish() { decoding.finish() }

    public func cancel() { decoding.cancel() }

    public func forgetVoice() { decoding.forgetVoice() }

    public var unheard: Int { decoding.backlog }

    public func waitForRoom() async { await decoding.waitForRoom() }

    public func close() { decoding.close() }
}
