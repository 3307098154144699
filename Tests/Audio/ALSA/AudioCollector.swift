import Dictation
import LinuxRuntime
import MonotonicTime
import Problems
import Testing

/// Everything that a source delivers. It checks the order that `AudioEvent` promises.
final class AudioCollector {
    private(set) var samples: [Int16] = []
    private(set) var lost = 0
    private(set) var stalls = 0
    /// Number of samples lost in each stall.
    private(set) var resumptions: [Int] = []
    private(set) var hasStarted = false
    private(set) var problem: Problem?
    /// Whether a call of `deliver` is an error from now on.
    var isClosed = false

    func take(_ event: AudioEvent) {
        #expect(!isClosed, "an event after the end")
        #expect(problem == nil, "an event after a failure")
        switch event {
        case .started:
            #expect(!hasStarted)
            hasStarted = true
        case .samples(let new):
            #expect(hasStarted && !new.isEmpty)
            samples += new
        case .lost(let count):
            #expect(hasStarted && count > 0)
            lost += count
        case .stalled:
            #expect(hasStarted)
            stalls += 1
        case .resumed(let count):
            #expect(count >= 0)
            resumptions.append(count)
        case .failed(let problem): self.problem = problem
        case .ended: Issue.record("a microphone never ends")
        }
    }

    /// Waits until a condition holds; fails the test when it doesn't in time.
    @EventLoopActor
    func wait(
        _ what: Comment, within limit: Duration = .seconds(180),
        sourceLocation: SourceLocation = #_sourceLocation, until isTrue: (AudioCollector) -> Bool
    ) async throws {
        let end = MonotonicClock.nanoseconds + limit.nanoseconds
        while !isTrue(self) {
            try #require(
                MonotonicClock.nanoseconds < end, "\(what): \(problem?.description ?? "")",
                sourceLocation: sourceLocation)
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
    }

    @EventLoopActor
    func waitForStart() async throws {
        try await wait("it starts") { $0.hasStarted || $0.problem != nil }
        // In words, which an exit test passes on.
        #expect(problem == nil, "\(String(describing: problem))")
    }

    @EventLoopActor
    func waitForFailure() async throws -> Problem {
        try await wait("it fails") { $0.problem != nil }
        return try #require(problem)
    }
}
