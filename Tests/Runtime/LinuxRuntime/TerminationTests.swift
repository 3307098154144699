import Glibc
import LinuxRuntime
import Testing

/// A process ends only once, so each test has its own process.
@Suite(.timeLimit(.minutes(10))) struct TerminationTests {
    @Test func theLoopIsTold() async {
        await #expect(processExitsWith: .exitCode(3)) {
            let termination = try Termination(
                on: [SIGTERM, SIGHUP], within: .seconds(180), status: 4)
            // Before anything watches the signals.
            kill(getpid(), SIGHUP)
            try EventLoop.shared.run {
                let told = OneShot<Void>()
                let source = try termination.watch { told.give(()) }
                try await told.get()
                withExtendedLifetime(source) {}
            }
            exit(3)
        }
    }

    @Test func aLoopThatHangsEndsNevertheless() async {
        let result = await #expect(
            processExitsWith: .exitCode(4), observing: [\.standardErrorContent]
        ) {
            // As at a terminal.
            unsetenv("JOURNAL_STREAM")
            _ = try Termination(on: [SIGTERM], within: .milliseconds(50), status: 4)
            try EventLoop.shared.run {
                kill(getpid(), SIGTERM)
                while true { pause() }
            }
        }
        let words = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        #expect(words.hasPrefix("Warning: ended before all was put back: "), "\(words)")
    }

    @Test func anIgnoredSignalStaysSo() async {
        await #expect(processExitsWith: .exitCode(3)) {
            signal(SIGHUP, SIG_IGN)
            _ = try Termination(on: [SIGHUP], within: .milliseconds(1), status: 4)
            kill(getpid(), SIGHUP)
            // Time for the limit to end it, if that were going to happen.
            usleep(100_000)
            exit(3)
        }
    }
}
