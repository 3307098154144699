import Dictation
import DictationParts
import History
import LinuxRuntime
import Problems
import Session
import TestSupport
import Testing

/// What happens to the sound of dictations that were cut off.
@Suite(.runningLoop) struct RecoveryTests {
    private static let timing = RecognitionTiming(backlog: .zero, tail: .zero)

    /// Feeds the recogniser everything that is to be recovered, and lets it report these words.
    @EventLoopActor
    private func recover(_ stage: RunnerStage, as words: String?) async {
        await stage.wait { stage.recognizer.calls.last == "finish" }
        if let words { stage.recognizer.tell(.utterance(words)) }
        stage.recognizer.tell(.finished(Self.timing))
    }

    // MARK: Keeping

    @EventLoopActor @Test func soundIsThereUntilThereIsAText() async throws {
        let place = try SoundPlace()
        let stage = place.stage()
        stage.runner.keepTyping(in: nil)
        stage.sink.hangs = true
        await stage.dictate("one two")
        await stage.wait { stage.sink.text == "One" }
        let sounds = place.keep().leftovers()
        #expect(sounds.map { $0.samples(from: 0) } == [[1, 2, 3]])
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
        #expect(place.names == [])
    }

    @EventLoopActor @Test func theTextIsThereUntilAllIsTyped() async throws {
        let place = try SoundPlace()
        let stage = place.stage()
        stage.sink.hangs = true
        await stage.dictate("one two")
        await stage.wait { stage.sink.text == "One" }
        #expect(place.names == ["typing"])
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
        #expect(place.names == [])
    }

    // MARK: A text that is cut off

    /// A program that hangs after the sixth character of a text.
    @EventLoopActor private func stageCutShort(in place: SoundPlace) async -> RunnerStage {
        let stage = place.stage()
        stage.sink.hangs = true
        await stage.dictate("one two three")
        await stage.wait { stage.sink.text == "One tw" }
        return stage
    }

    /// The program crashes in the middle of a text: the rest is offered, and typed on demand.
    @EventLoopActor @Test func whatIsLeftOfATextIsOffered() async throws {
        let place = try SoundPlace()
        let victim = await stageCutShort(in: place)
        let stage = place.stage()
        stage.runner.recover()
        let notice = try #require(stage.runner.display.notice)
        #expect(notice.message.hasSuffix("at least 6 characters were typed"))
        #expect(notice.remedy.hasPrefix("utter retype types the rest"))
        let record = try #require(stage.runner.history.entries.last?.record)
        #expect(record.text == "One two three" && record.rest == "o three")
        #expect(record.transcript == Transcript(["one two three"]))
        #expect(place.names == [])
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.text == "o three")
        #expect(stage.runner.history.entries.map(\.record.rest) == [""])
        #expect(place.names == [])
        victim.runner.send(.command(.cancel))
        await victim.waitForIdle()
    }

    /// It had typed more than it noted before it was killed, or all of it: where the document is
    /// known, nothing is typed twice.
    @EventLoopActor
    @Test(arguments: [
        ("One two th", "ree"), ("Well. One two three", ""), ("One tw", "o three"),
        ("Something else.", "o three"),
    ])
    func whatIsThereAlreadyIsNotTypedAgain(_ before: String, _ typed: String) async throws {
        let place = try SoundPlace()
        let victim = await stageCutShort(in: place)
        let stage = place.stage()
        stage.runner.recover()
        let record = try #require(stage.runner.history.entries.last?.record)
        stage.sink.contextBeforeInput = before
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.insertions.joined() == typed)
        #expect(stage.runner.history.entries.map(\.record.rest) == [""])
        victim.runner.send(.command(.cancel))
        await victim.waitForIdle()
    }

    /// The program is stopped in the middle of a text: exactly what is left is known.
    @EventLoopActor @Test func anOrderlyEndLeavesTheRest() async throws {
        let place = try SoundPlace()
        let stage = place.stage()
        stage.sink.hangs = true
        await stage.dictate("one two three")
        await stage.wait { stage.sink.text == "One tw" }
        stage.runner.send(.shutdown)
        await stage.wait { stage.runner.history.entries.last?.record.rest == "o three" }
        let next = place.stage()
        next.runner.recover()
        #expect(next.runner.history.entries.map(\.record.rest) == ["o three"])
        #expect(place.names == [])
    }

    @EventLoopActor @Test func aTextThatWasTypedLeavesNothing() async throws {
        let place = try SoundPlace()
        let stage = place.stage()
        await stage.dictate("one")
        await stage.waitForIdle()
        #expect(stage.sink.text == "One")
        #expect(place.names == [])
        let next = place.stage()
        next.runner.recover()
        #expect(next.runner.history.entries.isEmpty && next.runner.display.notice == nil)
    }

    @EventLoopActor @Test func whatIsCancelledIsGone() throws {
        let place = try SoundPlace()
        let stage = place.stage()
        stage.speak([1])
        #expect(place.names.count == 1)
        stage.runner.send(.command(.cancel))
        #expect(place.names == [])
    }

    /// The program is stopped in mid-sentence: the next start has all of the sound.
    @EventLoopActor @Test func anOrderlyEndLeavesWhatWasBeingSaid() async throws {
        let place = try SoundPlace()
        let stage = place.stage()
        stage.speak([1, 2])
        stage.runner.send(.shutdown)
        #expect(place.names.count == 1)
        let next = place.stage()
        next.runner.recover()
        await recover(next, as: "hello")
        #expect(next.runner.history.entries.map(\.record.text) == ["Hello"])
    }

    // MARK: Recovering

    @EventLoopActor @Test func whatACrashLeftIsOfferedNotTyped() async throws {
        let place = try SoundPlace()
        place.leave([1, 2, 3])
        let stage = place.stage()
        stage.runner.recover()
        await recover(stage, as: "hello comma world")
        #expect(stage.recognizer.samples == [1, 2, 3])
        #expect(stage.sink.text == "")
        #expect(stage.runner.display.notice == .recovered(after: .program))
        let record = try #require(stage.runner.history.entries.last?.record)
        #expect(record.text == "Hello, world" && record.rest == "Hello, world")
        #expect(place.names == [])
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello, world")
        #expect(stage.runner.history.entries.map(\.record.rest) == [""])
    }

    @EventLoopActor @Test func severalComeInTheirOrder() async throws {
        let place = try SoundPlace()
        for number in 1...3 { place.leave([Int16(number)]) }
        let stage = place.stage()
        stage.runner.recover()
        for words in ["one", nil, "three"] { await recover(stage, as: words) }
        #expect(stage.runner.history.entries.map(\.record.text) == ["One", "Three"])
        #expect(place.names == [])
    }

    @EventLoopActor @Test func aDictationComesFirst() async throws {
        let place = try SoundPlace()
        place.leave([7])
        let stage = await place.recoveringStage()
        // The fake refuses two dictations at a time.
        await stage.dictate("meanwhile")
        #expect(stage.recognizer.samples == [1, 2, 3])
        await stage.wait { stage.sink.text == "Meanwhile" }
        await stage.wait { stage.recognizer.samples == [7] }
        await recover(stage, as: "before")
        #expect(stage.runner.history.entries.map(\.record.text) == ["Meanwhile", "Before"])
        #expect(stage.sink.text == "Meanwhile")
        #expect(place.names == [])
    }

    @EventLoopActor @Test func itBreaksOffTwiceAtMost() async throws {
        let place = try SoundPlace()
        place.leave([1])
        for attempt in 1...2 {
            let stage = await place.recoveringStage()
            // Here the program crashes.
            #expect(place.names.first?.hasSuffix(".\(attempt)") == true)
            withExtendedLifetime(stage) {}
        }
        let stage = place.stage()
        stage.runner.recover()
        let notice = stage.runner.display.notice
        #expect(notice?.message.contains("is kept") == true && notice?.actions == [.retry])
        #expect(place.names.count == 1)
        await stage.dictate("hello")
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello")
        // Its own sound is gone.
        #expect(place.names.count == 1)
    }

    /// Issue 41, 5: what could not be recognised stays, and is tried again when the user wants it.
    @EventLoopActor @Test func whatWasGivenUpCanBeRetried() async throws {
        let place = try SoundPlace()
        place.leave([1, 2])
        for _ in 1...2 { withExtendedLifetime(await place.recoveringStage()) {} }
        let stage = place.stage()
        stage.runner.recover()
        #expect(stage.recognizer.samples == [])
        try stage.runner.retry()
        await recover(stage, as: "hello")
        #expect(stage.recognizer.samples == [1, 2])
        #expect(stage.runner.history.entries.map(\.record.text) == ["Hello"])
        #expect(stage.sink.text == "" && place.names == [])
        #expect(throws: Problem.self) { try stage.runner.retry() }
    }

    /// Issue 41, 5 and 47, 4: also what was recognised, until the next dictation.
    @EventLoopActor @Test func theLastDictationCanBeRecognizedAgain() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        for words in ["hello", "world"] {
            await stage.dictate(words)
            await stage.waitForIdle()
        }
        #expect(place.names.count == 1)
        for _ in 1...2 {
            try stage.runner.retry()
            await recover(stage, as: "word")
            #expect(
                stage.runner.display.notice?.message
                    == "Your last dictation was recognised again")
            #expect(place.names.count == 1)
        }
        #expect(
            stage.runner.history.entries.map(\.record.text) == ["Hello", " world", "Word", "Word"])
        try stage.runner.clearHistory()
        #expect(place.names == [])
        #expect(throws: Problem.self) { try stage.runner.retry() }
    }

    /// Dictates for so many samples.
    @EventLoopActor
    private func dictate(_ words: String, samples: Int, on stage: RunnerStage) async {
        stage.speak([Int16](repeating: 1, count: samples))
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance(words))
        stage.recognizer.tell(.finished(Self.timing))
        await stage.waitForIdle()
    }

    /// Issue 47, 4: the sound of several is kept, and each can be recognised again.
    @EventLoopActor @Test func anEarlierDictationCanBeRecognizedAgain() async throws {
        let place = try SoundPlace(keeping: 3)
        let stage = place.stage()
        for (words, count) in [("one", 1), ("two", 2), ("three", 3), ("four", 4)] {
            await dictate(words, samples: count, on: stage)
        }
        #expect(place.names.count == 3)
        let problem = #expect(throws: Problem.self) { try stage.runner.retry(at: 1) }
        #expect(problem?.what == "cannot recognise dictation 1 again")
        #expect(problem?.why == "its recording is not kept")
        #expect(throws: Problem.self) { try stage.runner.retry(at: 5) }
        for text in ["Too", "To"] {
            try stage.runner.retry(at: 2)
            await recover(stage, as: text.lowercased())
            #expect(stage.recognizer.samples == [1, 1])
            #expect(
                stage.runner.display.notice?.message == "Dictation 2 was recognised again")
            #expect(stage.runner.history.entries.last?.record.text == text)
        }
        // It is the last one now, under each of its numbers.
        let records = stage.runner.history.entries.map(\.record)
        #expect(
            records.map { stage.runner.recording(of: $0) != nil }
                == [false, true, true, true, true, true])
        #expect(
            Set([1, 4, 5].map { stage.runner.recording(of: records[$0]) }).count == 1)
        await dictate("five", samples: 5, on: stage)
        #expect(stage.runner.recording(of: records[2]) == nil)
        #expect(stage.runner.recording(of: records[1]) != nil)
    }

    /// What could not be recognised at first is kept like others once it is.
    @EventLoopActor @Test func whatACrashLeftCanBeRecognizedAgain() async throws {
        let place = try SoundPlace(keeping: 2)
        place.leave([7, 8])
        let stage = place.stage()
        stage.runner.recover()
        await recover(stage, as: "hello")
        #expect(place.names.count == 1)
        try stage.runner.retry(at: 1)
        await recover(stage, as: "yellow")
        #expect(stage.recognizer.samples == [7, 8])
        #expect(stage.runner.history.entries.map(\.record.text) == ["Hello", "Yellow"])
        #expect(place.names.count == 1)
    }

    /// A text that has no recording gets no other dictation's, nor does giving it up remove one.
    @EventLoopActor @Test func aTextWithoutARecordingHasNone() async throws {
        let place = try SoundPlace(keeping: 3)
        let stage = place.stage()
        await dictate("one", samples: 1, on: stage)
        stage.speak([1, 1])
        stage.recognizer.tell(.utterance("two"))
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
        let cancelled = try #require(stage.runner.history.entries.last?.record)
        stage.runner.send(.retype(cancelled))
        await stage.waitForIdle()
        func hasRecording(_ index: Int) -> Bool {
            stage.runner.recording(of: stage.runner.history.entries[index].record) != nil
        }
        #expect(stage.runner.history.entries.map(\.record.text) == ["One", " two"])
        #expect(hasRecording(0) && !hasRecording(1))
        stage.sink.hangs = true
        stage.runner.send(.retype(stage.runner.history.entries[1].record))
        await stage.wait { stage.runner.display.state == .inserting }
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
        #expect(hasRecording(0) && place.names.count == 1)
    }

    @EventLoopActor @Test func itSaysThatARecordingIsGone() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        await dictate("one", samples: 1, on: stage)
        try stage.runner.retry(at: 1)
        await stage.wait { stage.recognizer.calls.last == "finish" }
        await dictate("two", samples: 2, on: stage)
        await stage.wait { stage.runner.display.notice?.message.contains("Dictation 1") == true }
        #expect(
            stage.runner.display.notice?.message
                == "Dictation 1 was not recognised: its recording is gone")
    }

    @Test func theUsersNumbersStay() {
        var history = DictationHistory(limit: 2)
        for number in 1...3 {
            history.keep(
                DictationRecord(
                    number: number, transcript: Transcript(["a"]), text: "\(number)", rest: ""))
        }
        #expect(history.number(at: 0) == 2 && history.entry(3)?.record.text == "3")
        #expect(history.entry(1) == nil && history.entry(4) == nil)
        history.clear()
        #expect(history.entry(3) == nil)
    }

    /// Other settings: as many stay as are wanted now.
    @EventLoopActor @Test func whatIsKeptOutlivesOtherSettings() async throws {
        let place = try SoundPlace(keeping: 3)
        let stage = place.stage()
        for count in 1...3 { await dictate("hello", samples: count, on: stage) }
        stage.runner.keepSound(in: place.keep())
        #expect(place.names.count == 3)
        stage.runner.keepSound(in: CrashAudio(in: place.path, keeping: 1) { Issue.record("\($0)") })
        #expect(place.names.count == 1)
        try stage.runner.retry()
        await recover(stage, as: "hello")
        #expect(stage.recognizer.samples.count == 3)
        stage.runner.keepSound(in: nil)
        #expect(place.names == [])
    }

    @EventLoopActor @Test func whatIsCancelledIsNotKept() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        await stage.dictate("hello")
        await stage.waitForIdle()
        let before = place.names
        #expect(before.count == 1)
        stage.speak([1, 2, 3])
        stage.recognizer.tell(.utterance("world"))
        #expect(throws: Problem.self) { try stage.runner.retry() }
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
        #expect(stage.runner.history.entries.count == 2)
        #expect(place.names == before)
    }

    /// Also by a key, which comes as another event, and in the middle of typing.
    @EventLoopActor @Test func whatIsCancelledWhileItIsTypedIsNotKept() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        stage.sink.hangs = true
        await stage.dictate("hello")
        await stage.wait { stage.runner.display.state == .inserting }
        stage.runner.send(.hotkey(.cancel(at: .now)))
        await stage.waitForIdle()
        #expect(place.names == [])
    }

    @EventLoopActor @Test func theEndOfTheProgramForgetsTheLastDictation() async throws {
        let place = try SoundPlace(keeping: 1)
        let stage = place.stage()
        await stage.dictate("hello")
        await stage.waitForIdle()
        #expect(place.names.count == 1)
        stage.runner.send(.shutdown)
        #expect(place.names == [])
    }

    @EventLoopActor @Test func anEndInTheMiddleIsNoCrash() async throws {
        let place = try SoundPlace()
        place.leave([1])
        for _ in 1...5 {
            let stage = await place.recoveringStage()
            stage.runner.send(.shutdown)
            #expect(place.names.first?.hasSuffix(".0") == true)
        }
    }

    // MARK: The recogniser fails

    @EventLoopActor @Test func aRecogniserThatFailsMidwayCostsNothing() async throws {
        let place = try SoundPlace()
        let stage = place.stage()
        stage.speak([1, 2])
        stage.recognizer.tell(.failed(Problem("the engine died", why: "signal 11")))
        #expect(stage.runner.display.state == .idle && place.names.count == 1)
        #expect(stage.recognizer.calls.last == "prepare")
        stage.recognizer.tell(.ready)
        await recover(stage, as: "after all")
        #expect(stage.runner.history.entries.map(\.record.text) == ["After all"])
        #expect(place.names == [])
    }

    /// Issue 42, 1.1: words were on show, and all that wasn't settled was lost.
    @EventLoopActor
    @Test(arguments: [(["one"], "One"), ([], "")])
    func whatWasOnShowIsRecognisedLater(_ settled: [String], _ typed: String) async throws {
        let place = try SoundPlace()
        let stage = place.stage()
        stage.speak([1, 2, 3])
        stage.recognizer.tell(.speechStarted)
        for (number, words) in settled.enumerated() {
            stage.recognizer.tell(.utterance(words))
            stage.recognizer.tell(.settled(samples: number + 1))
        }
        stage.recognizer.tell(.partial("two"))
        stage.recognizer.tell(.failed(Problem("the engine died", why: "signal 11")))
        let notice = try #require(stage.runner.display.notice)
        #expect(
            notice.remedy.hasSuffix(
                "What you said last is kept, and recognised when it works again."))
        await stage.waitForIdle()
        #expect(stage.sink.text == typed)
        #expect(place.names.count == 1, "\(place.names)")
        stage.recognizer.tell(.ready)
        await recover(stage, as: "two three four")
        #expect(
            stage.recognizer.samples.suffix(3 - settled.count)
                == [1, 2, 3].suffix(3 - settled.count))
        #expect(stage.runner.history.entries.last?.record.rest == "Two three four")
        #expect(stage.runner.display.notice == .recovered(after: .recognizer))
        #expect(stage.sink.text == typed && place.names == [])
    }

    /// Words of sound that the engine hasn't settled can't be told from the words of the rest.
    @EventLoopActor @Test func anEngineThatSettlesNothingKeepsItsWords() async throws {
        let place = try SoundPlace()
        let stage = place.stage()
        stage.speak([1, 2, 3])
        stage.recognizer.tell(.utterance("one"))
        stage.recognizer.tell(.partial("two"))
        stage.recognizer.tell(.failed(Problem("the engine died", why: "signal 11")))
        await stage.waitForIdle()
        #expect(stage.sink.text == "One two" && place.names == [])
    }

    /// Issue 42, 1.2: the next dictation was refused, and its first sentence unheard.
    @EventLoopActor @Test func theNextDictationIsHeard() async throws {
        let place = try SoundPlace()
        let stage = place.stage()
        stage.recognizer.tell(.failed(Problem("the engine died", why: "signal 11")))
        let calls = stage.recognizer.calls.count
        stage.speak([4, 5])
        #expect(stage.runner.display.state == .recording)
        #expect(stage.recognizer.calls[calls...] == ["prepare", "begin"])
        stage.recognizer.tell(.ready)
        #expect(stage.recognizer.samples == [4, 5])
        stage.runner.send(.command(.stop))
        stage.recognizer.tell(.utterance("hello"))
        stage.recognizer.tell(.finished(Self.timing))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello")
    }

    @EventLoopActor @Test func oneThatFailsAgainLeavesItForTheNextStart() async throws {
        let place = try SoundPlace()
        place.leave([1])
        let stage = await place.recoveringStage()
        stage.recognizer.tell(.failed(Problem("the engine died", why: "signal 11")))
        #expect(
            stage.runner.display.notice?.message.hasSuffix("the engine died: signal 11") == true)
        #expect(stage.recognizer.calls.last == "prepare")
        stage.recognizer.tell(.ready)
        #expect(place.names.first?.hasSuffix(".0") == true)
        // A key press begins a dictation, whatever happened to the last one.
        await stage.dictate("hello")
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello" && place.names.count == 1)
    }
}
