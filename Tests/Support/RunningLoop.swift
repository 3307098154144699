internal import LinuxRuntime
internal import MonotonicTime
public import Testing

/// The event loop of a test process, on a thread of its own, since swift-testing uses the main
/// thread. A suite that is isolated to `EventLoopActor` needs this trait.
public struct RunningLoop: SuiteTrait, TestTrait, TestScoping {
    // nonisolated(unsafe): written once, by its initialiser, and not used afterwards.
    nonisolated(unsafe) private static let thread = try! Thread(name: "event-loop") {
        let turns = try! LateTurns()
        _ = try! EventLoop.shared.run()
        withExtendedLifetime(turns) {}
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

/// Says when something has kept the event loop for itself: all tests of the process waited for it,
/// and what they drive has limits. What takes long belongs into a task of its own.
private final class LateTurns {
    private static let interval = Duration.seconds(1)
    private var timer: EventSource?
    private var last = MonotonicClock.nanoseconds

    init() throws {
        timer = try EventLoop.shared.timer(after: Self.interval) { [unowned self] in
            let late = MonotonicClock.nanoseconds - last - Self.interval.nanoseconds
            if late > 2_000_000_000 {
                print("The event loop was held up for \(late / 1_000_000) ms.")
            }
            last = MonotonicClock.nanoseconds
            timer?.rearm(after: Self.interval)
        }
    }
}
