import Dictation
import Glibc
import LinuxRuntime
import Problems
import SpeechWorkerProtocol
import TestSupport
import Testing

@testable import SpeechWorker

/// The daemon's side with a real process, whose engine does what the sound says.
@Suite(.runningLoop) struct WorkerTests {
    @EventLoopActor @Test func tellsWordsWithTheirTimes() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(0, 1, 2, 0, 3)
        try await trial.finish()
        #expect(trial.listener.utterances == ["1 2", "3"])
        #expect(trial.listener.partials == ["1", "1 2", "3"])
        #expect(trial.allWords.map(\.start) == [50, 100, 200].map { .milliseconds($0) })
        #expect(trial.decoding.unheard == 0)
        guard case .finished(let timing)? = trial.listener.events.last else { return }
        #expect(timing.backlog <= .milliseconds(250))
    }

    @EventLoopActor @Test func soundWaitsForTheModel() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1, 2)
        #expect(trial.decoding.unheard == 2 * TrialWorker.block)
        try await trial.finish()
        #expect(trial.listener.events.first == .ready)
        #expect(trial.listener.utterances == ["1 2"])
    }

    /// Another worker is told, too; the next dictation's isn't.
    @EventLoopActor @Test func theContextIsADictations() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.decoding.expect(ExpectedSpeech(context: "I met Ann."))
        trial.feed(-10, 0)
        try await trial.until("it was told") { $0.listener.utterances == ["I met Ann."] }
        kill(try #require(trial.decoding.process), SIGKILL)
        trial.feed(-10, 0)
        try await trial.finish()
        #expect(trial.listener.utterances == ["I met Ann.", "I met Ann."])
        trial.decoding.begin()
        trial.feed(-10)
        try await trial.finish()
        #expect(trial.listener.utterances.last == "nothing")
        trial.decoding.begin()
        trial.decoding.expect(ExpectedSpeech(context: "I met Ben."))
        trial.feed(-10, 0)
        try await trial.until("it was told") { $0.listener.utterances.last == "I met Ben." }
        trial.decoding.cancel()
        trial.decoding.begin()
        trial.feed(-10)
        try await trial.finish()
        #expect(trial.listener.utterances.last == "nothing")
    }

    // MARK: Deaths

    /// Killed wherever it is: a report is followed by its end, fifty times in a dictation.
    @EventLoopActor @Test(arguments: [1, 2, 3])
    func fiftyKillsLoseNoWord(_ seed: UInt64) async throws {
        var random = SplitMix(seed: seed)
        let words: [Int16] = (1...400).flatMap { [$0, $0 % 7 == 0 ? 0 : $0] }
        let quiet = try TrialWorker()
        quiet.decoding.begin()
        quiet.decoding.feed(TrialWorker.sound(words))
        try await quiet.finish()
        let expected = quiet.listener.utterances
        #expect(expected.count == 58)
        let times = quiet.allWords
        quiet.decoding.close()

        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        var kills = 0
        var events = 0
        var next = 1
        trial.onEvent = { event in
            events += 1
            guard events >= next, kills < 50, let process = trial.decoding.process else { return }
            kills += 1
            next = events + .random(in: 8...14, using: &random)
            kill(process, SIGKILL)
        }
        trial.decoding.begin()
        trial.decoding.feed(TrialWorker.sound(words))
        try await trial.finish()
        #expect(kills == 50)
        #expect(trial.listener.problem == nil)
        #expect(trial.listener.utterances == expected)
        #expect(trial.allWords == times)
    }

    @EventLoopActor @Test(arguments: [-1, -3] as [Int16])
    func theSameSoundKillsOnlyTwo(_ poison: Int16) async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        try await trial.isReady()
        trial.decoding.begin()
        trial.feed(1, 2, 0, 3, poison, 4)
        try await trial.until("it fails") { $0.hasEnded }
        #expect(trial.listener.utterances == ["1 2"])
        #expect(trial.listener.partials == ["1", "1 2", "3", "3"])
        let problem = try #require(trial.listener.problem)
        #expect(problem.why.contains("ended again on the same sound"))
        #expect(problem.what.contains("“trial” and the model “/trial”"))
        #expect(trial.decoding.process == nil)
        // The next dictation has a new one.
        trial.decoding.begin()
        trial.feed(5)
        try await trial.finish()
        #expect(trial.listener.utterances == ["1 2", "5"])
    }

    @EventLoopActor @Test func speechThatANewOneMayNotFindDoesNotLast() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1)
        try await trial.until("it hears") { !$0.listener.partials.isEmpty }
        kill(try #require(trial.decoding.process), SIGKILL)
        try await trial.until("it hears again") { $0.listener.partials.count == 2 }
        try await trial.finish()
        #expect(
            trial.listener.events.filter { $0 == .speechStarted || $0 == .speechEnded }
                == [.speechStarted, .speechEnded, .speechStarted, .speechEnded])
    }

    @EventLoopActor @Test func aStoppedOneIsReplaced() async throws {
        let trial = try TrialWorker(limits: WorkerLimits(progress: .milliseconds(200)))
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1, 0, 2)
        try await trial.until("it hears") { $0.listener.partials.count == 2 }
        let stopped = try #require(trial.decoding.process)
        kill(stopped, SIGSTOP)
        trial.feed(3)
        try await trial.finish()
        #expect(trial.listener.utterances == ["1", "2 3"])
        #expect(trial.decoding.process != stopped)
        try await waitUntil("the stopped one is gone") { !isRunning(stopped) }
    }

    @EventLoopActor @Test func anEngineThatHangsIsGivenUp() async throws {
        let trial = try TrialWorker(limits: WorkerLimits(progress: .milliseconds(200)))
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1, 0, -2)
        try await trial.until("it fails") { $0.hasEnded }
        #expect(trial.listener.utterances == ["1"])
        #expect(trial.listener.problem?.why.contains("hung again on the same sound") == true)
    }

    /// It computes for 0.3 s in three, and the limit is one.
    @EventLoopActor @Test func aBusyMachineMakesNoHungWorker() async throws {
        let trial = try TrialWorker(limits: WorkerLimits(progress: .seconds(1)))
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1, -8, 2)
        try await trial.finish()
        #expect(trial.listener.problem == nil)
        #expect(trial.listener.utterances == ["1 2"])
    }

    @EventLoopActor @Test func endlessComputationIsEnded() async throws {
        let trial = try TrialWorker(limits: WorkerLimits(progress: .milliseconds(350)))
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1, 0, -9)
        try await trial.until("it fails") { $0.hasEnded }
        #expect(trial.listener.problem?.why.contains("hung again on the same sound") == true)
    }

    /// An engine may compute for nothing when the end comes with more sound.
    @EventLoopActor @Test func theLastSamplesAreKnownBeforeTheyAreDecoded() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(-7, 1, 2, 3)
        try await trial.finish()
        #expect(trial.listener.utterances == ["3 1 2 3"])
    }

    @EventLoopActor @Test func aLibraryThatEndsTheProcessIsExplained() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1, -11)
        try await trial.finish()
        #expect(
            trial.listener.events.last
                == .failed(Problem("cannot decode", why: "the library ended it")))
        // And the next dictation has a new process.
        trial.decoding.begin()
        trial.feed(2, 0)
        try await trial.finish()
        #expect(trial.listener.utterances == ["2"])
    }

    @EventLoopActor @Test func aFailureOfTheEngineIsPassedOn() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1, -4)
        try await trial.until("it fails") { $0.hasEnded }
        #expect(trial.listener.problem == Problem("cannot decode", why: "as the test wishes"))
        trial.prepare()
        try await trial.until("it is ready again") { $0.listener.events.last == .ready }
    }

    /// Also if nobody waits for its words any more.
    @EventLoopActor @Test(arguments: [false, true])
    func aStoppedOneIsEndedAfterACancel(_ isUsedAgain: Bool) async throws {
        let trial = try TrialWorker(limits: WorkerLimits(progress: .milliseconds(200)))
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1)
        try await trial.until("it hears") { $0.listener.partials.count == 1 }
        let stopped = try #require(trial.decoding.process)
        kill(stopped, SIGSTOP)
        trial.feed(2)
        trial.decoding.cancel()
        if isUsedAgain { trial.decoding.begin() }
        try await trial.until("it is given up") { $0.decoding.process != stopped }
        try await waitUntil("it is gone") { !isRunning(stopped) }
        #expect(trial.listener.problem == nil)
        if !isUsedAgain { trial.decoding.begin() }
        trial.feed(3)
        try await trial.finish()
        #expect(trial.listener.utterances == ["3"])
    }

    /// What it sends about the cancelled dictation ends the wait.
    @EventLoopActor @Test func afterACancelItIsIdle() async throws {
        let trial = try TrialWorker(
            limits: WorkerLimits(progress: .seconds(3600), idle: .milliseconds(50)))
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1)
        try await trial.until("it hears") { $0.listener.partials.count == 1 }
        trial.decoding.cancel()
        try await trial.until("it is unloaded") { $0.decoding.process == nil }
        #expect(trial.listener.problem == nil)
    }

    /// What fills no block is kept until the end; a microphone that stalls makes no hung worker.
    @Test func aRemainderIsNotWaitedFor() {
        let block = TrialWorker.block
        var dictation = WorkerDictation(1)
        #expect(dictation.nextMessage(block: block) != nil)
        dictation.append([Int16](repeating: 1, count: 2 * block + 10))
        guard case .samples(let samples, _, _) = dictation.nextMessage(block: block) else {
            Issue.record("no samples are sent")
            return
        }
        #expect(samples.count == 2 * block + 10)
        for (decoded, isWaiting) in [(0, true), (block, true), (2 * block, false)] {
            #expect(dictation.note(decoded: decoded) == .nothing)
            #expect(dictation.isWaiting(block: block) == isWaiting)
        }
        dictation.end()
        #expect(dictation.nextMessage(block: block) == .finish(dictation: 1))
        #expect(dictation.isWaiting(block: block))
    }

    // MARK: Loading

    @EventLoopActor
    @Test(arguments: [
        ("fails", "as the test wishes"), ("crashes", "it ended again while it loaded the model"),
        ("hangs", "it hung again while it loaded the model"),
        ("babbles", "it ended again while it loaded the model"),
        ("lies", "it broke the protocol again while it loaded the model"),
    ])
    func aFailedLoadIsReported(_ how: String, _ why: String) async throws {
        let trial = try TrialWorker(
            values: ["load": how],
            limits: WorkerLimits(loading: how == "hangs" ? .milliseconds(200) : .seconds(120)))
        defer { trial.decoding.close() }
        try await trial.until("it fails") { $0.hasEnded }
        #expect(trial.listener.events.count == 1)
        #expect(trial.listener.problem?.why.contains(why) == true, "\(trial.listener.events)")
        // Tried again with each dictation.
        trial.decoding.begin()
        trial.feed(1)
        trial.decoding.finish()
        try await trial.until("it fails again") { $0.listener.events.count == 2 }
        #expect(trial.listener.problem?.why.contains(why) == true)
    }

    /// A damaged model, with which a library has no end, isn't tried twice.
    @EventLoopActor @Test func aModelMayTakeSoMuchOfTheProcessor() async throws {
        let model = try TemporaryFile()
        let trial = try TrialWorker(
            values: ["load": "computes"], model: model.path,
            limits: WorkerLimits(loading: .seconds(1)))
        defer { trial.decoding.close() }
        let process = try #require(trial.decoding.process)
        try await trial.until("it fails") { $0.hasEnded }
        let problem = try #require(trial.listener.problem)
        #expect(problem.what.contains(model.path))
        #expect(
            problem.why == "it is probably damaged: 1 s of the processor's time were not enough")
        #expect(trial.listener.events.count == 1)
        #expect(trial.decoding.process == nil)
        try await waitUntil("the process is gone") { kill(process, 0) != 0 }
    }

    @Test func theLimitForLoadingGrowsWithTheModel() {
        let limits = WorkerLimits()
        #expect(limits.loading(ofSize: 0) == .seconds(100))
        #expect(limits.loading(ofSize: 250_000_000) == .seconds(200))
        #expect(limits.loading(ofSize: 2_000_000_000) == .seconds(900))
    }

    @EventLoopActor @Test func tooManyWordsAreReported() async throws {
        let trial = try TrialWorker(
            values: ["words": String(repeating: "x", count: FrameBuffer.longest)])
        defer { trial.decoding.close() }
        #expect(trial.listener.events.isEmpty)
        try await trial.until("it fails") { $0.hasEnded }
        let remedy = "Have fewer words of your own in the file that utter config path prints."
        #expect(trial.listener.problem?.remedy == remedy)
        #expect(trial.decoding.process == nil)
    }

    /// A warning that belongs to no dictation comes with the first worker only.
    @EventLoopActor @Test func aWarningIsReportedOnce() async throws {
        let trial = try TrialWorker(values: ["load": "warns"])
        defer { trial.decoding.close() }
        for _ in 1...2 {
            trial.decoding.begin()
            trial.feed(1)
            try await trial.finish()
            kill(try #require(trial.decoding.process), SIGKILL)
            try await trial.until("it is gone") { $0.decoding.process == nil }
        }
        #expect(trial.listener.utterances == ["1", "1"])
        #expect(
            trial.listener.events.filter {
                if case .warning = $0 { true } else { false }
            } == [.warning(Problem("it may read all", why: "as told"))])
    }

    @EventLoopActor @Test func aMissingProgramIsReported() async throws {
        let listener = RecognitionListener()
        let decoding = WorkerRecognizer(
            .init(engine: "trial", model: "/trial", values: [:], readable: []),
            program: "/no/such/utter-speech")
        defer { decoding.close() }
        decoding.prepare { listener.hear($0) }
        #expect(listener.events.isEmpty)
        await listener.waitForEnd()
        #expect(listener.problem?.why.contains("No such file") == true)
    }

    @EventLoopActor @Test func isCancelledWhileItLoads() async throws {
        let trial = try TrialWorker(values: ["load": "hangs"])
        trial.decoding.begin()
        trial.feed(1)
        trial.decoding.cancel()
        #expect(trial.decoding.unheard == 0)
        let process = try #require(trial.decoding.process)
        trial.decoding.close()
        try await waitUntil("it is gone") { !isRunning(process) }
        #expect(trial.listener.events.isEmpty)
    }

    // MARK: Cancelling and closing

    /// It isn't reported: the next dictation, which has begun by then, goes on.
    @EventLoopActor @Test func aLibraryMayEndWhatIsCancelled() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1, 0, -12)
        try await trial.until("it computes") { $0.listener.utterances == ["1"] }
        let process = trial.decoding.process
        trial.decoding.cancel()
        trial.decoding.begin()
        trial.feed(2, 0)
        try await trial.finish()
        #expect(trial.listener.utterances == ["1", "2"])
        #expect(trial.listener.problem == nil)
        #expect(trial.decoding.process != process)
    }

    /// The engine computes until it is told that nobody wants the result.
    @EventLoopActor @Test func whatIsCancelledIsAborted() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        trial.decoding.begin()
        trial.feed(1, 0, -5)
        try await trial.until("it computes") { $0.listener.utterances == ["1"] }
        let process = trial.decoding.process
        trial.decoding.cancel()
        trial.decoding.begin()
        trial.feed(2)
        try await trial.finish()
        #expect(trial.listener.utterances == ["1", "2"])
        #expect(trial.decoding.process == process)
    }

    @EventLoopActor @Test func aStoppedOneHoldsNothingUp() async throws {
        let trial = try TrialWorker()
        try await trial.isReady()
        let process = try #require(trial.decoding.process)
        kill(process, SIGSTOP)
        trial.decoding.begin()
        // More than a socket takes.
        trial.decoding.feed([Int16](repeating: 1, count: 60 * AudioFormat.rate))
        trial.decoding.finish()
        trial.decoding.cancel()
        trial.decoding.begin()
        trial.decoding.feed([Int16](repeating: 1, count: 60 * AudioFormat.rate))
        trial.decoding.forgetVoice()
        trial.decoding.close()
        try await waitUntil("it is gone") { !isRunning(process) }
        #expect(trial.listener.events == [.ready])
    }

    @EventLoopActor @Test func closingLeavesNothing() async throws {
        for round in 0..<10 {
            var trial: TrialWorker? = try TrialWorker()
            weak let decoding = trial?.decoding
            if round % 2 == 0 { try await trial?.isReady() }
            if round % 3 == 0 { trial?.decoding.begin() }
            let process = try #require(trial?.decoding.process)
            if round % 4 != 0 { trial?.decoding.close() }
            trial = nil
            #expect(decoding == nil)
            try await waitUntil("it is gone") { !isRunning(process) }
        }
    }

    @EventLoopActor @Test func aLargeBacklogMakesTheFeederWait() async throws {
        let trial = try TrialWorker()
        defer { trial.decoding.close() }
        trial.decoding.begin()
        var greatest = 0
        let second = AudioFormat.rate
        for _ in 0..<60 {
            trial.decoding.feed([Int16](repeating: 0, count: second))
            greatest = max(greatest, trial.decoding.unheard)
            await trial.decoding.waitForRoom()
        }
        #expect(greatest <= 11 * second)
        try await trial.finish()
    }

    // MARK: Idleness

    @EventLoopActor @Test func endsWhenIdleAndComesBack() async throws {
        let trial = try TrialWorker(limits: WorkerLimits(idle: .milliseconds(50)))
        defer { trial.decoding.close() }
        try await trial.isReady()
        try await trial.until("it is unloaded") { $0.decoding.process == nil }
        for round in 1...2 {
            trial.decoding.begin()
            trial.feed(1, 2)
            trial.feed(3)
            try await trial.finish()
            #expect(trial.listener.utterances.count == round)
            #expect(trial.listener.utterances.last == "1 2 3")
            try await trial.until("it is unloaded") { $0.decoding.process == nil }
        }
        #expect(trial.listener.events.count { $0 == .ready } == 1)
    }

    @EventLoopActor @Test func oneThatDiesIdleIsStartedWhenItIsNeeded() async throws {
        let trial = try TrialWorker(limits: WorkerLimits(idle: nil))
        defer { trial.decoding.close() }
        try await trial.isReady()
        kill(try #require(trial.decoding.process), SIGKILL)
        try await trial.until("it is gone") { $0.decoding.process == nil }
        #expect(trial.listener.events == [.ready])
        trial.prepare()
        try await trial.until("it is ready") { $0.listener.events == [.ready, .ready] }
    }
}
