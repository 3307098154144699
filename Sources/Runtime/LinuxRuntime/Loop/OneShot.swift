/// A value that is given once, by an event, and that one task waits for.
///
///     let end = OneShot<ExitStatus>()
///     program.onEnd = { end.give($0) }
///     let status = try await end.get()
///
/// It has no limit of time: use ``Waiters`` for that.
@EventLoopActor
public final class OneShot<Value: Sendable> {
    private var value: Value?
    private var waiting: CheckedContinuation<Void, Never>?

    public init() {}

    /// Gives the value; later calls are ignored.
    public func give(_ value: Value) {
        guard self.value == nil else { return }
        self.value = value
        resume()
    }

    /// Waits for the value.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func get() async throws -> Value {
        try Task.checkCancellation()
        if value == nil {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    // The way here may have led through the loop, and the value may have been given
                    // since.
                    waiting = continuation
                    if value != nil || Task.isCancelled { resume() }
                }
            } onCancel: {
                Task(executorPreference: EventLoop.shared) { @EventLoopActor in self.resume() }
            }
        }
        guard let value else { throw CancellationError() }
        return value
    }

    private func resume() {
        waiting?.resume()
        waiting = nil
    }
}
