import Dictation
import Glibc
import History
import LinuxRuntime
import TestSupport
import Testing
import UtterDaemon

/// What becomes of the sound of dictations that came to no end.
@Suite(.runningLoop) struct RecoveryTests {
    /// A directory in memory, as the runtime directory of a session.
    private final class Place {
        let path: String

        init() throws {
            var template = Array("/dev/shm/recovery-XXXXXX".utf8CString)
            guard mkdtemp(&template) != nil else { throw SystemError.last("mkdtemp") }
            path = String(decoding: template.dropLast().map { UInt8($0) }, as: UTF8.self)
        }

        var names: [String] { Folder.names(in: path) }

        func keep() -> SoundKeep {
            SoundKeep(in: path) { Issue.record("\($0)") }
        }

        /// Leaves sound as a crash does.
        func leave(_ samples: [Int16]) {
            let keep = keep()
            keep.begin()
            keep.add(samples)
        }

        deinit {
            for name in names { unlink("\(path)/\(name)") }
            rmdir(path)
        }
    }

    @EventLoopActor
    private func stage(in place: Place) -> RunnerStage {
        let stage = RunnerStage()
        stage.runner.keepSound(in: place.keep())
        return stage
    }

    private static let timing = RecognitionTiming(backlog: .zero, tail: .zero)

    /// Lets the recogniser hear all that is to be recovered, and tell this.
    @EventLoopActor
    private func recover(_ stage: RunnerStage, as words: String?) async {
        await stage.wait { stage.recognizer.calls.last == "finish" }
        if let words { stage.recognizer.tell(.utterance(words)) }
        stage.recognizer.tell(.finished(Self.timing))
    }

    // MARK: Keeping

    @EventLoopActor @Test func soundIsThereUntilAllIsTyped() async throws {
        let place = try Place()
        let stage = stage(in: place)
        stage.sink.hangs = true
        await stage.dictate("one two")
        await stage.wait { stage.sink.text == "One" }
        let sounds = place.keep().leftovers()
        #expect(sounds.map { $0.samples(from: 0) } == [[1, 2, 3]])
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
        #expect(place.names == [])
    }

    @EventLoopActor @Test func whatIsCancelledIsGone() throws {
        let place = try Place()
        let stage = stage(in: place)
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.audio.tell(.samples([1]))
        #expect(place.names.count == 1)
        stage.runner.send(.command(.cancel))
        #expect(place.names == [])
    }

    /// The program is stopped in mid-sentence: the next start has it all.
    @EventLoopActor @Test func anOrderlyEndLeavesWhatWasBeingSaid() async throws {
        let place = try Place()
        let stage = stage(in: place)
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.audio.tell(.samples([1, 2]))
        stage.runner.send(.shutdown)
        #expect(place.names.count == 1)
        let next = self.stage(in: place)
        next.runner.recover()
        await recover(next, as: "hello")
        #expect(next.runner.history.entries.map(\.record.text) == ["Hello"])
    }

    // MARK: Recovering

    @EventLoopActor @Test func whatACrashLeftIsOfferedNotTyped() async throws {
        let place = try Place()
        place.leave([1, 2, 3])
        let stage = stage(in: place)
        stage.runner.recover()
        await recover(stage, as: "hello comma world")
        #expect(stage.recognizer.samples == [1, 2, 3])
        #expect(stage.sink.text == "")
        #expect(stage.runner.display.notice == .recovered)
        let record = try #require(stage.runner.history.entries.last?.record)
        #expect(record.text == "Hello, world" && record.rest == "Hello, world")
        #expect(place.names == [])
        stage.runner.send(.retype(record))
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello, world")
        #expect(stage.runner.history.entries.map(\.record.rest) == [""])
    }

    @EventLoopActor @Test func severalComeInTheirOrder() async throws {
        let place = try Place()
        for number in 1...3 { place.leave([Int16(number)]) }
        let stage = stage(in: place)
        stage.runner.recover()
        for words in ["one", nil, "three"] { await recover(stage, as: words) }
        #expect(stage.runner.history.entries.map(\.record.text) == ["One", "Three"])
        #expect(place.names == [])
    }

    @EventLoopActor @Test func aDictationComesFirst() async throws {
        let place = try Place()
        place.leave([7])
        let stage = stage(in: place)
        stage.runner.recover()
        await stage.wait { stage.recognizer.calls.last == "finish" }
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
        let place = try Place()
        place.leave([1])
        for attempt in 1...2 {
            let stage = stage(in: place)
            stage.runner.recover()
            await stage.wait { stage.recognizer.calls.last == "finish" }
            // Here the program dies.
            #expect(place.names.first?.hasSuffix(".\(attempt)") == true)
        }
        let stage = stage(in: place)
        stage.runner.recover()
        #expect(stage.runner.display.notice?.message.contains("is lost") == true)
        #expect(place.names == [])
        await stage.dictate("hello")
        await stage.wait { stage.sink.text == "Hello" }
    }

    @EventLoopActor @Test func anEndInTheMiddleIsNoCrash() async throws {
        let place = try Place()
        place.leave([1])
        for _ in 1...5 {
            let stage = stage(in: place)
            stage.runner.recover()
            await stage.wait { stage.recognizer.calls.last == "finish" }
            stage.runner.send(.shutdown)
            #expect(place.names.first?.hasSuffix(".0") == true)
        }
    }

    // MARK: The recogniser fails

    @EventLoopActor @Test func aRecogniserThatFailsMidwayCostsNothing() async throws {
        let place = try Place()
        let stage = stage(in: place)
        stage.runner.send(.command(.start))
        stage.audio.tell(.started)
        stage.audio.tell(.samples([1, 2]))
        stage.recognizer.tell(.failed(Problem("the engine died", why: "signal 11")))
        #expect(stage.runner.display.state == .idle && place.names.count == 1)
        #expect(stage.recognizer.calls.last == "prepare")
        stage.recognizer.tell(.ready)
        await recover(stage, as: "after all")
        #expect(stage.runner.history.entries.map(\.record.text) == ["After all"])
        #expect(place.names == [])
    }

    @EventLoopActor @Test func oneThatFailsAgainLeavesItForTheNextStart() async throws {
        let place = try Place()
        place.leave([1])
        let stage = stage(in: place)
        stage.runner.recover()
        await stage.wait { stage.recognizer.calls.last == "finish" }
        stage.recognizer.tell(.failed(Problem("the engine died", why: "signal 11")))
        #expect(stage.runner.display.notice?.message.hasSuffix("the engine died: signal 11") == true)
        #expect(stage.recognizer.calls.last == "prepare")
        stage.recognizer.tell(.ready)
        #expect(place.names.first?.hasSuffix(".0") == true)
        // A press begins a dictation, whatever became of that.
        await stage.dictate("hello")
        await stage.waitForIdle()
        #expect(stage.sink.text == "Hello" && place.names.count == 1)
    }

    // MARK: The history's file

    @EventLoopActor @Test func soundGoesWhenTheTextIsOnDisk() async throws {
        let place = try Place()
        let directory = try ScratchDirectory("recovery")
        let path = directory.path("history.jsonl")
        let limits = HistoryFile.Limits(entries: 20, days: 30, bytes: 1 << 20)
        let stage = stage(in: place)
        try stage.runner.keepHistory(in: HistoryFile(path: path, limits: limits) { _ in })
        stage.sink.hangs = true
        await stage.dictate("one two")
        await stage.wait { stage.sink.text == "One" }
        #expect(place.names == [])
        // Here the program dies.
        let next = RunnerStage()
        try next.runner.keepHistory(in: HistoryFile(path: path, limits: limits) { _ in })
        let record = try #require(next.runner.history.entries.last?.record)
        #expect(record.text == "One two" && record.rest == "One two")
        await next.dictate("three")
        await next.waitForIdle()
        next.runner.send(.retype(record))
        await next.waitForIdle()
        #expect(next.runner.history.entries.map(\.record.rest) == ["", ""])
        #expect(next.runner.history.entries.map(\.record.text) == ["One two", "Three"])
        stage.runner.send(.command(.cancel))
        await stage.waitForIdle()
    }

    @EventLoopActor @Test func aFileMaybeTakenUpAndLeftWhileTheProgramRuns() async throws {
        let directory = try ScratchDirectory("recovery")
        let limits = HistoryFile.Limits(entries: 20, days: 30, bytes: 1 << 20)
        func file() -> HistoryFile {
            HistoryFile(path: directory.path("history.jsonl"), limits: limits) { _ in }
        }
        func words() throws -> [String] { try file().read().map(\.record.transcript.text) }
        let stage = RunnerStage()
        try stage.runner.keepHistory(in: file())
        await stage.dictate("one")
        await stage.waitForIdle()
        try stage.runner.keepHistory(in: nil)
        await stage.dictate("two")
        await stage.waitForIdle()
        #expect(try words() == ["one"])

        let next = RunnerStage()
        await next.dictate("three")
        await next.waitForIdle()
        try next.runner.keepHistory(in: file())
        try await waitUntil("both are there") { (try? words()) == ["one", "three"] }
        // Other limits: another object, the same file.
        try next.runner.keepHistory(in: file())
        await next.dictate("four")
        await next.waitForIdle()
        try await waitUntil("all are there: \((try? words()) ?? [])", within: .seconds(5)) {
            (try? words()) == ["one", "three", "four"]
        }
    }
}
