public import Dictation
public import DictationParts
public import Problems
import SpeechWorker
public import TranscribeCppFiles

/// Speech recognition on this machine by transcribe.cpp.
///
/// Library and model are loaded and speech is recognised in a process of its own, `utter-speech`,
/// during the dictation. Words come with times and confidences where the model has them. After a
/// failure the model is loaded again by the next `prepare` or `begin`.
public final class TranscribeCppRecognizer: SpeechRecognizer {
    public let name = TranscribeCppConfiguration.engine
    public let configuration: TranscribeCppConfiguration
    private let decoding: WorkerDecoding

    /// Makes a recogniser; its model isn't loaded yet.
    public init(_ configuration: TranscribeCppConfiguration) {
        self.configuration = configuration
        decoding = WorkerDecoding(configuration.inWorker, limits: configuration.limits)
    }

    public var supportedLocales: [String] {
        configuration.model.languages.map(\.description)
    }

    /// Whether library and model are present, as far as their files show, and whether the model has
    /// the language.
    public func availability() -> Availability {
        (configuration.problem ?? SpeechProgram.problem).map { .unavailable($0) } ?? .available
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
