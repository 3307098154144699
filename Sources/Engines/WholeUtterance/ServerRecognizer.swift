import AudioSamples
import Consent
public import Dictation
public import DictationParts
import HTTPClient
import LinuxRuntime
import MonotonicTime
public import Problems

/// Speech recognition by a server with the OpenAI transcription interface (`POST
/// /v1/audio/transcriptions`): whisper.cpp's, speaches, LocalAI, vLLM and others. It gets the whole
/// dictation at its end; its answer is one utterance.
public final class ServerRecognizer: SpeechRecognizer {
    public let name = "server"
    public let configuration: ServerConfiguration

    private var deliver: (RecognizerEvent) -> Void = { _ in }
    private var recording: DictationRecording?
    private var client: HTTPClient?
    private var inquiry: ServerInquiry?

    public init(_ configuration: ServerConfiguration) {
        self.configuration = configuration
    }

    public var supportedLocales: [String] { configuration.language.map { [$0] } ?? [] }

    /// Whether the sound may be sent to the server, and the key can be read. Doesn't contact the
    /// server.
    public func availability() -> Availability {
        do throws(Problem) {
            try configuration.consents.check(configuration.address)
            _ = try configuration.key()
            return .available
        } catch {
            return .unavailable(error)
        }
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        self.deliver = deliver
        deliver(availability().problem.map(RecognizerEvent.failed) ?? .ready)
    }

    public var takesWholeDictation: Bool { true }

    public func begin() {
        inquiry?.stop()
        inquiry = nil
        recording = DictationRecording()
    }

    public func feed(_ samples: [Int16]) {
        for event in recording?.append(samples) ?? [] { deliver(event) }
    }

    public func finish() {
        guard let recording else { return }
        self.recording = nil
        let since = MonotonicClock.nanoseconds
        let length = AudioFormat.duration(samples: recording.sound.count)
        guard !recording.isSilent else {
            return deliver(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        }
        do throws(Problem) {
            inquiry = try ServerInquiry(
                configuration, try openClient(), sound: recording.sound
            ) { [unowned self] result in
                end(result, RecognitionTiming(
                    backlog: length, tail: .nanoseconds(MonotonicClock.nanoseconds - since)))
            }
        } catch {
            deliver(.failed(error))
        }
    }

    /// The client for all dictations: it keeps the connection for the next one.
    private func openClient() throws(Problem) -> HTTPClient {
        if let client { return client }
        do throws(HTTPFailure) {
            let opened = try HTTPClient()
            client = opened
            return opened
        } catch {
            throw error.problem(
                of: configuration.address.origin, limit: .zero, ServerConfiguration.settingNames)
        }
    }

    private func end(_ result: Result<String, Problem>, _ timing: RecognitionTiming) {
        inquiry = nil
        for event in RecognizerEvent.ending(result, timing) { deliver(event) }
    }

    public func cancel() {
        inquiry?.stop()
        inquiry = nil
        recording = nil
    }

    public func forgetVoice() {}

    public func close() {
        cancel()
        client = nil
        deliver = { _ in }
    }
}
