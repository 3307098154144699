import Dictation
import History
import LinuxRuntime
import Session
import TestSupport
import Testing
import TextProcessing

/// A dictation that the user pauses.
@Suite(.runningLoop) struct PausingTests {
    /// The recogniser hears silence, then nothing, and the dictation stays one.
    @EventLoopActor @Test func nothingIsRecordedUntilItIsResumed() async {
        let stage = RunnerStage()
        stage.audio.lastSamples = [4]
        stage.speak([1, 2, 3])
        stage.runner.send(.command(.pause))
        #expect(!stage.audio.isRunning && stage.runner.display.isPaused)
        let silence = [Int16](repeating: 0, count: AudioFormat.rate)
        #expect(stage.recognizer.samples == [1, 2, 3, 4] + silence)
        stage.recognizer.tell(.utterance("hello"))
        stage.runner.send(.command(.pause))
        #expect(stage.audio.isRunning && !stage.runner.display.isPaused)
        let hearing = stage.runner.timing.hearing
        stage.audio.tell(.started)
        #expect(stage.runner.timing.hearing == hearing, "it is one dictation")
        stage.audio.tell(.samples([5]))
        stage.audio.lastSamples = []
        stage.runner.send(.command(.stop))
        #expect(stage.recognizer.samples == [1, 2, 3, 4] + silence + [5])
        stage.recognizer.tell(.utterance("world"))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello world")
        #expect(stage.runner.history.entries.count == 1)
        #expect(stage.cues.played == [.start, .stop, .start, .stop])
        #expect(!stage.recognizer.calls.contains("cancel"))
    }

    @EventLoopActor @Test func itCanBeEndedWhilePaused() async {
        let stage = RunnerStage()
        stage.speak([1, 2, 3])
        stage.runner.send(.command(.pause))
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance("hello"))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello")
        // The next one begins as usual.
        #expect(await stage.text(after: "world") == "Hello world")
    }

    /// The words that pause it are no text.
    @EventLoopActor @Test func itIsPausedByVoice() async {
        let stage = RunnerStage()
        stage.speak([1])
        stage.recognizer.tell(.utterance("I want to pause dictation soon"))
        #expect(!stage.runner.display.isPaused)
        stage.recognizer.tell(.utterance("pause dictation"))
        #expect(stage.runner.display.isPaused && !stage.audio.isRunning)
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.recognizer.tell(.utterance("now"))
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.finished(RecognitionTiming(backlog: .zero, tail: .zero)))
        await stage.waitForIdle()
        #expect(stage.sink.text == "I want to pause dictation soon now")
    }
}
