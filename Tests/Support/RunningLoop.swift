internal import LinuxRuntime
public import Testing

/// The event loop of a test process, on a thread of its own, since swift-testing uses the main
/// thread. A suite that is isolated to `EventLoopActor` needs this trait.
public struct RunningLoop: SuiteTrait, TestTrait, TestScoping {
    // nonisolated(unsafe): written once, by its initialiser, and not used afterwards.
    nonisolated(unsafe) private static let thread = try! Thread(name: "event-loop") {
        let delay = EventLoopActor.assumeIsolated { reportedDelay() }
        _ = try! EventLoop.shared.run()
        withExtendedLifetime(delay) {}
    }

    /// Says when something has kept the loop for itself: all tests of the process waited for it, and
    /// what they drive has limits. What takes long belongs into a task of its own.
    @EventLoopActor private static func reportedDelay() -> LoopDelay {
        try! LoopDelay(period: .seconds(1)) { delay in
            if delay > .seconds(2) {
                print("The event loop was held up for \(delay.seconds) s.")
            }
        }
    }

    @concurrent public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        _ = Self.thread
        try await function()
    }
}

extension Trait where Self == RunningLoop {
    /// Runs the event loop during the tests.
    public static var runningLoop: RunningLoop { RunningLoop() }
}
