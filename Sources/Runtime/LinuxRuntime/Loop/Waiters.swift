/// Tasks that wait for conditions. Code that handles an event calls ``wake()``; each task then
/// tests its condition.
///
///     let waiters = Waiters()
///     connection.onReply = { waiters.wake() }
///     guard await waiters.until({ connection.reply != nil }, within: .seconds(2)) else {
///         throw NoAnswer(limit: .seconds(2))
///     }
@EventLoopActor
public final class Waiters {
    private var waiting: [Waiter] = []

    public nonisolated init() {}

    /// Makes all waiting tasks test their conditions.
    public func wake() {
        let woken = waiting
        waiting = []
        for waiter in woken { waiter.resume() }
    }

    /// Suspends until a condition is true, the limit has passed or the task is cancelled; returns
    /// whether it is true.
    ///
    /// - Parameters:
    ///   - isTrue: the condition, tested at the start, after each ``wake()`` and at the end.
    ///   - limit: nil to wait forever.
    @discardableResult
    public func until(
        _ isTrue: () -> Bool, within limit: Duration? = nil
    ) async -> Bool {
        let end = limit.map { MonotonicClock.nanoseconds + $0.microseconds * 1000 }
        while !isTrue() {
            let rest = end.map { Duration.nanoseconds($0 - MonotonicClock.nanoseconds) }
            if let rest, rest <= .zero { return false }
            if Task.isCancelled { return isTrue() }
            // unsafe: used only on the loop's thread; a cancellation goes there first.
            nonisolated(unsafe) let waiter = Waiter()
            // Registered before the suspension, which may lead through the loop: no wake-up is
            // missed.
            waiting.append(waiter)
            if isTrue() {
                waiting.removeAll { $0 === waiter }
                return true
            }
            await withTaskCancellationHandler {
                await withCheckedContinuation { continuation in
                    EventLoop.shared.performNowOrSoon {
                        waiter.begin(continuation, within: rest)
                    }
                }
            } onCancel: {
                EventLoop.task { waiter.resume() }
            }
            waiting.removeAll { $0 === waiter }
        }
        return true
    }
}

/// A suspended task, or one that is about to suspend.
private final class Waiter {
    private var continuation: CheckedContinuation<Void, Never>?
    private var timer: EventSource?
    private var isWoken = false

    func begin(_ continuation: CheckedContinuation<Void, Never>, within limit: Duration?) {
        self.continuation = continuation
        if let limit {
            timer = EventLoop.shared.timer(after: limit) { [unowned self] in resume() }
        }
        if isWoken { resume() }
    }

    func resume() {
        isWoken = true
        timer = nil
        continuation?.resume()
        continuation = nil
    }
}
