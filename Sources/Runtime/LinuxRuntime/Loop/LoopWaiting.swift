public import SystemPackage

extension EventLoop {
    /// Suspends the task until `delay` has passed.
    ///
    /// - Parameters:
    ///   - accuracy: by how much it may be longer.
    ///   - cancellable: whether it throws `CancellationError` as soon as the task is cancelled.
    public func sleep(
        for delay: Duration, accuracy: Duration = .milliseconds(1), cancellable: Bool = true
    ) async throws {
        _ = try await wait(cancellable) { resume in
            [self.timer(after: delay, accuracy: accuracy) { resume(true) }]
        }
    }

    /// Suspends the task until the descriptor is ready (true) or the limit has passed (false).
    ///
    /// - Parameters:
    ///   - limit: nil to wait without limit.
    ///   - cancellable: whether it throws `CancellationError` as soon as the task is cancelled.
    public func ready(
        _ descriptor: FileDescriptor, for events: IOEvents = .readable, within limit: Duration?,
        cancellable: Bool = true
    ) async throws -> Bool {
        try await wait(cancellable) { resume in
            let source = try self.watch(descriptor, for: events) { _ in resume(true) }
            guard let limit else { return [source] }
            return [source, self.timer(after: limit) { resume(false) }]
        }
    }

    /// Suspends until one of `register`'s sources resumes the task or it is cancelled; the sources
    /// end before the task continues.
    private func wait(
        _ cancellable: Bool,
        _ register: @escaping @Sendable (@escaping (Bool) -> Void) throws -> [EventSource]
    ) async throws -> Bool {
        if cancellable { try Task.checkCancellation() }
        let pending = PendingWait()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                performNowOrSoon { pending.begin(continuation, register) }
            }
        } onCancel: {
            guard cancellable else { return }
            perform { pending.finish(.failure(CancellationError())) }
        }
    }
}

/// Something took too long.
public struct NoAnswer: Error, CustomStringConvertible {
    /// The limit that has passed.
    public let limit: Duration

    public init(limit: Duration) { self.limit = limit }

    public var description: String { "no answer within \(limit.seconds) s" }
}

extension Duration {
    /// In seconds, for messages: `5`, `0.5`.
    public var seconds: String {
        let tenths = microseconds / 100_000
        return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
    }
}

/// A suspended task, resumed once.
private final class PendingWait: @unchecked Sendable {
    // @unchecked: used only on the loop's thread, where `perform` calls and its sources are
    // handled.
    private var sources: [EventSource] = []
    private var continuation: CheckedContinuation<Bool, any Error>?
    /// A cancellation may reach the loop before the wait does.
    private var result: Result<Bool, any Error>?

    func begin(
        _ continuation: CheckedContinuation<Bool, any Error>,
        _ register: (@escaping (Bool) -> Void) throws -> [EventSource]
    ) {
        if let result { return continuation.resume(with: result) }
        self.continuation = continuation
        do {
            sources = try register { self.finish(.success($0)) }
        } catch {
            finish(.failure(error))
        }
    }

    func finish(_ result: Result<Bool, any Error>) {
        if self.result == nil { self.result = result }
        sources = []
        continuation?.resume(with: result)
        continuation = nil
    }
}
