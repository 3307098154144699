/// A value that an event gives once, and that one task waits for.
@EventLoopActor
public final class OneShot<Value: Sendable> {
    private var value: Value?
    private var waiting: CheckedContinuation<Void, Never>?

    public init() {}

    /// Gives the value; a second one is dropped.
    public func give(_ value: Value) {
        guard self.value == nil else { return }
        self.value = value
        resume()
    }

    /// The value, once it is there.
    ///
    /// - Throws: `CancellationError` as soon as the task is cancelled.
    public func get() async throws -> Value {
        try Task.checkCancellation()
        if value == nil {
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    // The way here may have led through the loop, where it was given meanwhile.
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
