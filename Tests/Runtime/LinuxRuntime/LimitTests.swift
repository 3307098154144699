import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// Waits that have a limit: of answers, of whole pieces of work, of programs.
@Suite(.runningLoop) struct LimitTests {
    private static let long = Duration.seconds(3600)
    private static let short = Duration.milliseconds(20)

    // MARK: Deadline

    @Test func aDeadlineIsTheLeastLimit() async {
        #expect(Deadline.limit(Self.short) == Self.short)
        Deadline.$current.withValue(Deadline(Self.long)) {
            #expect(Deadline.limit(Self.short) == Self.short)
        }
        Deadline.$current.withValue(Deadline(.zero)) {
            #expect(Deadline.limit(Self.short) == .zero)
        }
    }

    @Test func whatIsAchievedRenewsItUntilItIsCut() {
        let deadline = Deadline(Self.long)
        deadline.cut(to: .zero)
        #expect(deadline.remaining == .zero)
        deadline.renew()
        deadline.cut(to: Self.long)
        #expect(deadline.remaining == .zero)
        let other = Deadline(Self.long)
        let before = other.remaining
        other.renew()
        #expect(other.remaining > .zero && before <= Self.long)
    }

    // MARK: Answer

    @EventLoopActor @Test func anAnswerIsWhatTheBodyGives() async throws {
        #expect(try await answer(to: "ask", within: Self.long) { 7 } == 7)
        await #expect(throws: Errno.resourceBusy) {
            try await answer(to: "ask", within: Self.long) { throw Errno.resourceBusy }
        }
    }

    @EventLoopActor @Test func aLateAnswerIsNotWaitedFor() async throws {
        let cancelled = OneShot<Void>()
        let error = await #expect(throws: SystemError.self) {
            try await answer(to: "ask", within: Self.short) {
                // It heeds no cancellation at once.
                try await EventLoop.shared.sleep(for: Self.short * 3, cancellable: false)
                if Task.isCancelled { cancelled.give(()) }
            }
        }
        #expect(error?.errno == .timedOut && error.map { "\($0)".contains("ask") } == true)
        try await cancelled.get()
    }

    @EventLoopActor @Test func whoAsksMayBeCancelled() async {
        let cancelled = OneShot<Void>()
        let question = EventLoop.throwingTask {
            try await answer(to: "ask", within: Self.long) {
                defer { cancelled.give(()) }
                try await EventLoop.shared.sleep(for: Self.long)
            }
        }
        question.cancel()
        let error = await #expect(throws: (any Error).self) { try await question.value }
        #expect(error is CancellationError)
        #expect(reason(of: error ?? Errno.resourceBusy) == "it was cancelled")
    }

    // MARK: Programs

    @EventLoopActor @Test func aProgramsOutputAndStatus() async throws {
        let run = try await ChildProcess.output(
            of: ["sh", "-c", "head -c 200000 /dev/zero; cat; echo gone >&2; exit 3"], isQuiet: true,
            within: Self.long)
        #expect(run.status == .exited(3) && run.output == [UInt8](repeating: 0, count: 200_000))
    }

    @EventLoopActor @Test(arguments: ["exec sleep 3600", "exec > /dev/null; exec sleep 3600"])
    func aProgramThatGoesOnIsKilled(_ script: String) async throws {
        let place = try ScratchDirectory("utter-program")
        let error = await #expect(throws: SystemError.self) {
            try await ChildProcess.output(
                of: ["sh", "-c", "echo $$ > '\(place.path("process"))'; \(script)"],
                within: .milliseconds(500))
        }
        #expect(error.map { "\($0)" } == "\(SystemError("run sh", .timedOut))")
        let process = Int32(textOfFile(place.path("process")).dropLast())
        try await waitUntil("it is killed") { process.map { kill($0, 0) } != 0 }
    }

    @EventLoopActor @Test func aProgramThatIsNotThere() async {
        let error = await #expect(throws: SystemError.self) {
            try await ChildProcess.output(of: ["/nonexistent/program"], within: Self.long)
        }
        #expect(error?.errno == .noSuchFileOrDirectory)
    }

    // MARK: Unix sockets

    @Test func aPathOfASocketHasALimit() throws {
        let longest = String(repeating: "x", count: UnixSocketAddress.longestPath)
        #expect(UnixSocketAddress.longestPath == 107)
        _ = try UnixSocketAddress(longest)
        let error = #expect(throws: SystemError.self) { try UnixSocketAddress(longest + "x") }
        #expect(error?.errno == .fileNameTooLong)
    }

    @EventLoopActor @Test func aFullQueueIsToldAtOnce() throws {
        let mute = try MuteSocket()
        _ = try UnixSocketAddress.connect(to: mute.path)
        try mute.fill()
        let error = #expect(throws: SystemError.self) { try connect(mute.path) }
        #expect(error?.errno == .resourceTemporarilyUnavailable)
        let missing = #expect(throws: SystemError.self) { try connect("/nonexistent/socket") }
        #expect(missing?.errno == .noSuchFileOrDirectory)
    }

    private func connect(_ path: String) throws(SystemError) {
        _ = try UnixSocketAddress.connect(to: path)
    }
}
