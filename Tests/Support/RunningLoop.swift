internal import LinuxRuntime
public import Testing

/// The event loop of a test process, on its own thread, since swift-testing uses the main thread. A
/// suite that is isolated to `EventLoopActor` needs this trait.
public struct RunningLoop: SuiteTrait, TestTrait, TestScoping {
    // nonisolated(unsafe): written once, by its initialiser, and not used afterwards.
    nonisolated(unsafe) private static let thread = try! Thread(name: "event-loop") {
        // As the programs do: an X connection may be closed while requests are under way.
        Signals.ignoreBrokenPipes()
        let delay = EventLoopActor.assumeIsolated { reportedDelay() }
        _ = try! EventLoop.shared.run()
        withExtendedLifetime(delay) {}
    }

    /// Says when something has kept the loop for itself: all tests of the process waited for it, and
    /// what they drive has limits. Anything that takes long belongs in a separate task.
    @EventLoopActor private static func reportedDelay() -> LoopDelay {
        try! LoopDelay(period: .seconds(1)) { delay in
            if delay > .seconds(2) {
                print("The event loop was held up for \(delay.seconds) s.")
            }
        }
    }

    /// How long a test may take that sets no limit itself: far more than any does on a busy
    /// machine. A whole matrix of windows and layouts takes hours.
    private static let limit = Duration.seconds(FullTyping.isWanted ? 4 * 3600 : 600)
    /// How long a test may take to end that was cancelled.
    private static let grace = Duration.seconds(60)

    public var isRecursive: Bool { true }

    @concurrent public func provideScope(
        for test: Test, testCase: Test.Case?,
        performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
        _ = Self.thread
        try await withoutActuallyEscaping(function) { function in
            let body = Task { try await function() }
            let limit = Task {
                // One that has passed its own limit was cancelled then.
                let time = test.timeLimit.map { $0 + Self.grace } ?? Self.limit
                try await Task.sleep(for: time)
                Issue.record("“\(test.name)” hasn’t ended after \(time)")
                body.cancel()
                try await Task.sleep(for: Self.grace)
                fatalError("“\(test.name)” doesn’t end, although it was cancelled")
            }
            defer { limit.cancel() }
            try await withTaskCancellationHandler {
                try await body.value
            } onCancel: {
                body.cancel()
            }
        }
    }
}

extension Trait where Self == RunningLoop {
    /// Runs the event loop during the tests.
    public static var runningLoop: RunningLoop { RunningLoop() }
}
