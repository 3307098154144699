import ControlProtocol
import Glibc
import LinuxRuntime
import Problems
import TestSupport
import Testing
import UtterDaemon

@Suite(.runningLoop) struct OverlaySupervisorTests {
    @Test func pausesGrowAndThenADictationTriesAgain() {
        var restarts = OverlayRestarts()
        let crash = ExitStatus.killed(signal: SIGSEGV)
        let decisions = (0..<7).map { _ in restarts.ended(crash, after: .seconds(1)) }
        #expect(
            decisions == [
                .restart(after: .seconds(1)), .restart(after: .seconds(2)),
                .restart(after: .seconds(4)), .restart(after: .seconds(8)),
                .waitForDictation(noSoonerThan: .seconds(16)),
                .waitForDictation(noSoonerThan: .seconds(32)),
                .waitForDictation(noSoonerThan: .seconds(64)),
            ])
        for _ in 0..<100 { _ = restarts.failed() }
        #expect(restarts.failed() == .waitForDictation(noSoonerThan: .seconds(3600)))
        #expect(restarts.ended(crash, after: .seconds(60)) == .restart(after: .seconds(1)))
    }

    @Test func aLongLifeForgivesEarlierCrashes() {
        var restarts = OverlayRestarts()
        for _ in 0..<4 { _ = restarts.ended(.exited(1), after: .seconds(1)) }
        #expect(restarts.ended(.exited(1), after: .seconds(3600)) == .restart(after: .seconds(1)))
        #expect(restarts.ended(.exited(1), after: .seconds(1)) == .restart(after: .seconds(2)))
    }

    @Test func noDisplayIsNoCrash() {
        var restarts = OverlayRestarts()
        for _ in 0..<20 {
            let decision = restarts.ended(.exited(OverlayProgram.noDisplay), after: .zero)
            #expect(decision == .waitForDictation(noSoonerThan: .zero))
        }
    }

    /// A substitute for the overlay program: it records each start with its options, then runs
    /// `end`.
    private static func program(_ starts: TemporaryFile, then end: String) throws -> TemporaryFile {
        let script = try TemporaryFile()
        let stream = fopen(script.path, "w")!
        fputs("#!/bin/sh\necho \"start $*\" >>\(starts.path)\n\(end)\n", stream)
        fclose(stream)
        chmod(script.path, 0o700)
        return script
    }

    @EventLoopActor @Test func restartsFourTimesAndThenTells() async throws {
        let starts = try TemporaryFile()
        let program = try Self.program(starts, then: "exit 3")
        var problems: [Problem] = []
        let supervisor = OverlaySupervisor(
            ["--size", "100"], program: program.path,
            restarts: OverlayRestarts(pauses: Array(repeating: .milliseconds(1), count: 4)))
        supervisor.start { problems.append($0) }
        try await waitUntil("it gives up") { !problems.isEmpty }
        #expect(starts.text == String(repeating: "start --size 100\n", count: 5))
        #expect(problems.count == 1 && problems[0].why == "exit status 3")
    }

    @EventLoopActor @Test func looksForADisplayWithTheNextDictation() async throws {
        let starts = try TemporaryFile()
        let program = try Self.program(starts, then: "exit \(OverlayProgram.noDisplay)")
        let supervisor = OverlaySupervisor([], program: program.path)
        supervisor.start { Issue.record("it gave up: \($0)") }
        for count in 1...7 {
            try await waitUntil("start \(count) is over") {
                // The supervisor waits for a dictation only after the program has ended.
                supervisor.dictationBegan()
                return starts.text.split(separator: "\n").count > count
            }
        }
        #expect(starts.text.hasPrefix("start \nstart --retry\nstart --retry\n"))
    }

    @EventLoopActor @Test func isTriedAgainAfterItCrashedAgainAndAgain() async throws {
        let starts = try TemporaryFile()
        let program = try Self.program(starts, then: "exit 3")
        var problems: [Problem] = []
        let supervisor = OverlaySupervisor(
            [], program: program.path,
            restarts: OverlayRestarts(
                pauses: [.milliseconds(1)], longestPause: .milliseconds(1)))
        supervisor.start { problems.append($0) }
        try await waitUntil("it rests") { !problems.isEmpty }
        for count in 2...4 {
            try await waitUntil("start \(count) is over") {
                supervisor.dictationBegan()
                return starts.text.split(separator: "\n").count > count
            }
        }
        #expect(problems.count == 1)
    }

    /// It may be installed later.
    @EventLoopActor @Test func aMissingProgramIsTriedAgain() async throws {
        let starts = try TemporaryFile()
        let program = try Self.program(starts, then: "sleep 1000")
        try check(rename(program.path, program.path + "-later"), "rename")
        let supervisor = OverlaySupervisor(
            [], program: program.path, restarts: OverlayRestarts(pauses: [.milliseconds(1)]))
        supervisor.start { Issue.record("it crashed: \($0)") }
        #expect(supervisor.processIdentifier == nil)
        try check(rename(program.path + "-later", program.path), "rename")
        try await waitUntil("it runs") {
            supervisor.dictationBegan()
            return supervisor.processIdentifier != nil
        }
        try await waitUntil("it has started") { starts.text == "start \n" }
        supervisor.stop()
    }

    /// A dictation that begins during the pause of 16 seconds changes nothing.
    @EventLoopActor @Test func restsBetweenTwoTrials() throws {
        let program = try TemporaryFile()
        let supervisor = OverlaySupervisor([], program: program.path)
        supervisor.start { Issue.record("it crashed: \($0)") }
        try #require(supervisor.processIdentifier == nil, "it may not be executed")
        chmod(program.path, 0o700)
        supervisor.dictationBegan()
        #expect(supervisor.processIdentifier == nil)
    }

    @EventLoopActor @Test func stoppingEndsAFrozenOverlay() async throws {
        let starts = try TemporaryFile()
        let program = try Self.program(starts, then: "kill -STOP $$; sleep 1000")
        let supervisor = OverlaySupervisor([], program: program.path)
        supervisor.start { Issue.record("it gave up: \($0)") }
        try await waitUntil("it runs") { !starts.text.isEmpty }
        let pid = try #require(supervisor.processIdentifier)
        supervisor.stop()
        try await waitUntil("it is gone") { !isRunning(pid) }
    }
}
