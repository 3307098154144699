import Dictation
import LinuxRuntime
import Problems
@testable import Session
import TestSupport
import Testing
import TextEditing
import TextProcessing

/// “Correct that”: what else may have been said is shown, and one of it taken.
@Suite(.runningLoop) struct AlternativesTests {
    private static let end = RecognizerEvent.finished(
        RecognitionTiming(backlog: .zero, tail: .zero))
    private static let sound: [Int16] = (0..<2000).map { Int16($0 % 100) }

    /// Dictates with a sound that is kept.
    @EventLoopActor
    private func dictate(_ words: String, on stage: RunnerStage) async {
        stage.speak(Self.sound)
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance(words))
        stage.recognizer.tell(Self.end)
        await stage.waitForIdle()
    }

    /// Says “correct that”, and understands the last dictation in these ways.
    @EventLoopActor
    private func correct(
        _ readings: [String], on stage: RunnerStage, words: String = "correct that"
    ) async {
        stage.speak([1, 2, 3])
        stage.runner.send(.command(.stop))
        var finished = stage.recognizer.calls.count { $0 == "finish" }
        stage.recognizer.tell(.utterance(words))
        stage.recognizer.tell(Self.end)
        for reading in readings {
            finished += 1
            await stage.wait {
                stage.recognizer.calls.count { $0 == "finish" } == finished
                    || stage.runner.display.state == .idle
            }
            guard stage.runner.display.state != .idle else { break }
            // The sound of the dictation before, at another rate.
            #expect(stage.recognizer.samples.count > 1500)
            #expect(stage.recognizer.samples.count != Self.sound.count)
            stage.recognizer.tell(.utterance(reading))
            stage.recognizer.tell(Self.end)
        }
        await stage.waitForIdle()
    }

    @EventLoopActor @Test func oneOfThemIsTakenByVoice() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        var corrections: [Correction] = []
        stage.runner.onCorrections = { corrections += $0.made }
        await stage.text(after: "before")
        await dictate("I ate a pair in the garden", on: stage)
        await correct(
            [
                "I ate a pair in the garden", "I ate a pear in the garden",
                "I ate a bear in the garden", "", "I ate a pear, in the garden.",
                "I hate a pair in the garden",
            ], on: stage)
        let text = "Before I ate a pair in the garden"
        #expect(stage.sink.text == text)
        let notice = try #require(stage.runner.display.notice)
        #expect(
            notice.proposal == """
                1. I ate a pear in the garden
                2. I ate a bear in the garden
                3. I hate a pair in …
                """)
        #expect(notice.actions == [.first, .second, .third, .leave])
        #expect(notice.remedy.hasPrefix("“one”, “two”, “three” or “no”; "))
        #expect(await stage.text(after: "Two.") == "Before I ate a bear in the garden")
        #expect(stage.runner.display.notice == TextProposals.taken)
        #expect(corrections == [Correction(of: "pair", to: "bear")])
        #expect(await stage.text(after: "undo") == text)
        // It is text again.
        #expect(await stage.text(after: "one") == text + " one")
    }

    /// The sound is still the one of the dictation.
    @EventLoopActor @Test func itIsCorrectedTwice() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        await dictate("I ate a pair", on: stage)
        await correct(Array(repeating: "I ate a pear", count: 6), on: stage)
        #expect(stage.runner.display.notice?.actions == [.first, .leave])
        try await stage.runner.take(.firstAlternative)
        await stage.waitForIdle()
        #expect(stage.sink.text == "I ate a pear")
        await correct(Array(repeating: "I ate a bear", count: 6), on: stage)
        #expect(stage.runner.display.notice?.proposal == "1. I ate a bear")
        #expect(await stage.text(after: "choose the first one") == "I ate a bear")
        await correct(Array(repeating: "I hate a bear", count: 6), on: stage)
        #expect(await stage.text(after: "1") == "I hate a bear")
    }

    @EventLoopActor @Test func itIsLeft() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        await dictate("I ate a pair", on: stage)
        await correct(Array(repeating: "I ate a pear", count: 6), on: stage)
        // There are no more, and no model wrote one.
        #expect(await stage.text(after: "leave it") == "I ate a pair")
        await correct(Array(repeating: "I ate a pear", count: 6), on: stage)
        #expect(await stage.text(after: "two") == "I ate a pair two")
        await #expect(throws: Problem.self) { try await stage.runner.take(.firstAlternative) }
    }

    @EventLoopActor @Test func nothingElseWasUnderstood() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        await stage.text(after: "before")
        await dictate("I ate a pair", on: stage)
        // What deletes the text before is no text, either.
        let same = Array(repeating: "I ate a pair", count: 5)
        await correct(["scratch that"] + same, on: stage)
        #expect(stage.runner.display.notice?.message == "Nothing else was understood")
        #expect(stage.runner.display.notice?.proposal == nil)
        #expect(stage.sink.text == "Before I ate a pair")
    }

    @EventLoopActor @Test func itSaysWhyNothingCanBeCorrected() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        func reason() async -> String? {
            await correct([], on: stage)
            return stage.runner.display.notice?.message
        }
        // No text, and without a sound.
        #expect(await reason()?.hasPrefix("Nothing was corrected: ") == true)
        await stage.text(after: "hello")
        #expect(
            await reason() == "Nothing was corrected: there is no recording of your last dictation")
        // A command's sound isn't one of a text.
        await dictate("I ate a pair", on: stage)
        await dictate("cap that", on: stage)
        #expect(await reason() == "Nothing was corrected: your last dictation has a command")
        await dictate("and more", on: stage)
        stage.sink.touch()
        #expect(await reason()?.hasPrefix("Nothing was corrected: ") == true)
        #expect(stage.sink.text == "Hello I Ate A Pair and more")
    }

    /// The microphone stays on, and what is shown stays until it is answered.
    @EventLoopActor @Test func itWorksInADictationThatStaysOn() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        var choice = DictationOverrides.automatic
        choice.staysOn = true
        stage.runner.send(.command(.start, choice))
        /// Says it, and pauses.
        func say(_ words: String) async {
            await stage.wait { stage.runner.display.state == .recording }
            stage.audio.tell(.started)
            stage.audio.tell(.samples(Self.sound))
            stage.recognizer.tell(.utterance(words))
            stage.runner.send(.deadline(.renewal))
            stage.recognizer.tell(Self.end)
        }
        await say("I ate a pair")
        await stage.wait { stage.sink.text == "I ate a pair" }
        await say("correct that")
        for count in 3...8 {
            await stage.wait { stage.recognizer.calls.count { $0 == "finish" } == count }
            stage.recognizer.tell(.utterance("I ate a pear"))
            stage.recognizer.tell(Self.end)
        }
        await stage.wait { stage.runner.display.notice?.proposal == "1. I ate a pear" }
        await say("one")
        await stage.wait { stage.sink.text == "I ate a pear" }
        await stage.wait { stage.runner.display.state == .recording }
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
    }

    /// Nothing is shown then, and nothing is typed.
    @EventLoopActor @Test func itCanBeCancelled() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        await dictate("I ate a pair", on: stage)
        stage.speak([1, 2, 3])
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance("correct that"))
        stage.recognizer.tell(Self.end)
        await stage.wait { stage.recognizer.calls.count { $0 == "finish" } == 3 }
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
        await stage.wait { stage.recognizer.calls.last == "cancel" }
        #expect(stage.runner.display.notice?.proposal == nil)
        await dictate("and more", on: stage)
        #expect(stage.sink.text == "I ate a pair and more")
    }
}
