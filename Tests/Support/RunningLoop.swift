internal import LinuxRuntime
public import Testing

/// The event loop of a test process, running on a thread of its own, for swift-testing keeps
/// the main thread. A suite that is isolated to `EventLoopActor` has this trait.
public struct RunningLoop: SuiteTrait, TestTrait, TestScoping {
    // nonisolated(unsafe): written once, by its initialiser, and never touched again.
    nonisolated(unsafe) private static let thread = try! Thread(name: "event-loop") {
        _ = try! EventLoop.shared.run()
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
    /// Runs the event loop beside the tests.
    public static var runningLoop: RunningLoop { RunningLoop() }
}
