import AudioSamples
import Consent
public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems
import VoiceNetwork

/// Speech recognition by a server with the OpenAI transcription interface (`POST
/// /v1/audio/transcriptions`): whisper.cpp's, speaches, LocalAI, vLLM and others. It gets the whole
/// dictation at its end, and its answer is one utterance; or, for words while the user speaks, each
/// utterance as it ends (``LiveDictation``) or all sound as it comes (``RealtimeDictation``).
public final class ServerRecognizer: SpeechRecognizer {
    public let name = "server"
    public let configuration: ServerConfiguration

    private let connection: ServerConnection
    private var deliver: (RecognizerEvent) -> Void = { _ in }
    private var dictation: (any ServerDictation)?

    public init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
        connection = ServerConnection(configuration)
    }

    public var supportedLocales: [String] { configuration.language.map { [$0] } ?? [] }

    /// Whether the sound may and can be sent to the server, and the key can be read. Doesn't contact
    /// the server.
    public func availability() -> Availability {
        do throws(Problem) {
            try configuration.consents.check(configuration.address)
            _ = try configuration.key()
            if let problem = configuration.realtimeProblem { throw problem }
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        self.deliver = deliver
        deliver(availability().problem.map(RecognizerEvent.failed) ?? .ready)
    }

    /// True also for live words: after a failure, the server may get the rest as a whole.
    public var takesWholeDictation: Bool { true }

    /// The voice detection that each dictation begins with.
    private lazy var voice = VoiceActivity(weights: configuration.voice)

    public func begin() {
        dictation?.stop()
        let hear: (RecognizerEvent) -> Void = { [weak self] in self?.hear($0) }
        dictation =
            if configuration.isRealtime {
                RealtimeDictation(connection, voice, hear)
            } else if configuration.isLive {
                LiveDictation(connection, voice, hear)
            } else {
                WholeDictation(connection, voice, hear)
            }
    }

    private func hear(_ event: RecognizerEvent) {
        switch event {
        case .finished, .failed: dictation = nil
        default: break
        }
        deliver(event)
    }

    public func feed(_ samples: [Int16]) { dictation?.feed(samples) }

    public func finish() { dictation?.finish() }

    public func cancel() {
        dictation?.stop()
        dictation = nil
    }

    public func forgetVoice() {}

    public func close() {
        cancel()
        deliver = { _ in }
    }
}
