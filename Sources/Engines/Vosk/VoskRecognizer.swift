public import Dictation
public import DictationParts
public import Problems
import SpeechDecoding

/// Speech recognition on this machine by Vosk (Kaldi), whose library is opened when it is first
/// needed.
///
/// The model is loaded and speech decoded on a thread of its own, during the dictation. Words come
/// with their times and the engine's confidence. After a failure in decoding the model is unloaded:
/// `prepare` loads it again.
public final class VoskRecognizer: SpeechRecognizer {
    public let name = "vosk"
    public let configuration: VoskConfiguration
    private let decoding: ThreadedDecoding

    /// Makes a recogniser; its model isn't loaded yet.
    ///
    /// - Throws: a problem if the process has no descriptors left.
    public init(_ configuration: VoskConfiguration) throws(Problem) {
        self.configuration = configuration
        decoding = try ThreadedDecoding(of: "\(configuration.model.path)") {
            () throws(Problem) in try VoskEngine(configuration)
        }
    }

    public var supportedLocales: [String] {
        configuration.model.language.map { [$0.description] } ?? []
    }

    /// Whether library and model are present. Opens the library, which stays open.
    public func availability() -> Availability {
        if let problem = configuration.model.problem { return .unavailable(problem) }
        do throws(Problem) {
            _ = try VoskLibrary.open(configuration.libraries)
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        decoding.prepare(deliver)
    }

    public func begin() { decoding.begin() }

    public func feed(_ samples: [Int16]) { decoding.feed(samples) }

    public func finish() { decoding.finish() }

    public func cancel() { decoding.cancel() }

    public func forgetVoice() { decoding.forgetVoice() }

    public var unheard: Int { decoding.unheard }

    public func waitForRoom() async { await decoding.waitForRoom() }

    public func close() { decoding.close() }
}
