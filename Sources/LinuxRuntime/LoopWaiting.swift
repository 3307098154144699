public import SystemPackage

extension EventLoop {
    /// Suspends the task until `delay` has passed; throws `CancellationError` as soon as the
    /// task is cancelled.
    @EventLoopActor
    public func sleep(for delay: Duration) async throws {
        _ = try await wait { resume in
            [try self.timer(after: delay) { resume(true) }]
        }
    }

    /// Suspends the task until the descriptor is ready (true) or the time is over (false);
    /// throws `CancellationError` as soon as the task is cancelled.
    @EventLoopActor
    public func ready(
        _ descriptor: FileDescriptor, for events: IOEvents = .readable, within limit: Duration
    ) async throws -> Bool {
        try await wait { resume in
            [
                try self.watch(descriptor, for: events) { _ in resume(true) },
                try self.timer(after: limit) { resume(false) },
            ]
        }
    }

    /// Suspends until one of `register`'s sources resumes it or the task is cancelled; the
    /// sources end before the task goes on.
    @EventLoopActor
    private func wait(
        _ register: (@escaping (Bool) -> Void) throws -> [EventSource]
    ) async throws -> Bool {
        try Task.checkCancellation()
        let pending = PendingWait()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending.continuation = continuation
                do {
                    pending.sources = try register { pending.finish(.success($0)) }
                } catch {
                    pending.finish(.failure(error))
                }
            }
        } onCancel: {
            Task(executorPreference: EventLoop.shared) { @EventLoopActor in
                pending.finish(.failure(CancellationError()))
            }
        }
    }
}

/// That something took too long.
public struct NoAnswer: Error, CustomStringConvertible {
    /// The time that it had.
    public let limit: Duration

    public init(limit: Duration) { self.limit = limit }

    public var description: String { "no answer within \(limit.seconds) s" }
}

extension Duration {
    /// For people: `5`, `0.5`.
    public var seconds: String {
        let tenths = microseconds / 100_000
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

/// One suspended task, resumed once.
@EventLoopActor
private final class PendingWait {
    var sources: [EventSource] = []
    var continuation: CheckedContinuation<Bool, any Error>?

    func finish(_ result: Result<Bool, any Error>) {
        sources = []
        continuation?.resume(with: result)
        continuation = nil
    }
}
