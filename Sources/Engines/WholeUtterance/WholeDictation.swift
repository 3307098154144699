import AudioSamples
import Dictation
import LinuxRuntime
import MonotonicTime
import Problems
import SpeechSegments

/// A dictation at the server.
@EventLoopActor
protocol ServerDictation: AnyObject {
    /// Takes the next samples.
    func feed(_ samples: [Int16])
    /// No more samples follow.
    func finish()
    /// Stops without another event.
    func stop()
}

/// A dictation of which the server gets all sound at its end. Its answer is one utterance.
final class WholeDictation: ServerDictation {
    private let connection: ServerConnection
    private var deliver: (RecognizerEvent) -> Void
    private var recording = DictationRecording()
    /// Judges what may be speech of it.
    private let voice: VoiceActivity
    private var inquiry: ServerInquiry?

    init(
        _ connection: ServerConnection, _ voice: VoiceActivity,
        _ deliver: @escaping (RecognizerEvent) -> Void
    ) {
        (self.connection, self.voice, self.deliver) = (connection, voice, deliver)
    }

    func feed(_ samples: [Int16]) {
        for event in recording.append(samples) { deliver(event) }
    }

    func finish() {
        let since = MonotonicClock.nanoseconds
        let (recorded, sound, voice) = (recording, recording.sound, voice)
        recording = DictationRecording()
        guard !sound.isSilent else {
            return deliver(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        }
        do throws(Problem) {
            inquiry = try connection.send(sound, isFinal: true) { [weak self] words in
                self?.deliver(.partial(words))
            } onEnd: { [weak self] result in
                self?.end(
                    result.map {
                        InventedText.removed(fromWhole: $0, voiced: recorded.voiced(by: voice))
                    },
                    RecognitionTiming(
                        backlog: AudioFormat.duration(samples: sound.count),
                        tail: .nanoseconds(MonotonicClock.nanoseconds - since)))
            }
        } catch {
            deliver(.failed(error))
        }
    }

    private func end(_ result: Result<String, Problem>, _ timing: RecognitionTiming) {
        inquiry = nil
        for event in RecognizerEvent.ending(result, timing) { deliver(event) }
    }

    func stop() {
        deliver = { _ in }
        inquiry?.stop()
        inquiry = nil
    }
}
