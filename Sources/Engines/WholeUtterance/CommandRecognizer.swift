import AudioSamples
public import Dictation
public import DictationParts
import ExternalProgram
import LinuxRuntime
import MonotonicTime
public import Problems
import SpeechSegments
import VoiceNetwork

/// Speech recognition by a program that takes a WAV file and prints text.
///
/// It is started at the end of the dictation, with all of the sound. Its output so far is the
/// partial transcript; the whole output is one utterance once it has ended with exit status 0. It
/// is killed with its children when the dictation is cancelled or at its time limit.
public final class CommandRecognizer: SpeechRecognizer {
    public let name = "command"
    public let configuration: CommandConfiguration

    private var deliver: (RecognizerEvent) -> Void = { _ in }
    private var recording: DictationRecording?
    /// Judges what may be speech of a recording.
    private lazy var voice = VoiceActivity(weights: configuration.voice)
    private var run: FilterRun?

    public init(_ configuration: CommandConfiguration) {
        self.configuration = configuration
    }

    public var supportedLocales: [String] { configuration.language.map { [$0] } ?? [] }

    public func availability() -> Availability { configuration.program.availability }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        self.deliver = deliver
        deliver(availability().problem.map(RecognizerEvent.failed) ?? .ready)
    }

    public var takesWholeDictation: Bool { true }

    public func begin() {
        run = nil
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
        guard !recording.sound.isSilent else {
            return deliver(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        }
        do throws(Problem) {
            run = try FilterRun(
                configuration.program, WaveFile.bytes(of: recording.sound),
                within: configuration.limit.limit(samples: recording.sound.count)
            ) { [unowned self] in
                deliver(.partial($0))
            } onEnd: { [unowned self] result in
                end(
                    result.map {
                        InventedText.removed(fromWhole: $0, voiced: recording.voiced(by: voice))
                    },
                    RecognitionTiming(
                        backlog: length, tail: .nanoseconds(MonotonicClock.nanoseconds - since)))
            }
        } catch {
            deliver(.failed(error))
        }
    }

    private func end(_ result: Result<String, Problem>, _ timing: RecognitionTiming) {
        run = nil
        for event in RecognizerEvent.ending(result, timing) { deliver(event) }
    }

    public func cancel() {
        run?.stop()
        run = nil
        recording = nil
    }

    public func forgetVoice() {}

    public func close() {
        cancel()
        deliver = { _ in }
    }
}
