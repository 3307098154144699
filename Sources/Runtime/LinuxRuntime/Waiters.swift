/// Tasks that wait for facts which events bring about. Who notes such an event calls ``wake()``;
/// each task then looks whether its fact is true.
@EventLoopActor
public final class Waiters {
    private var waiting: [Waiter] = []

    public nonisolated init() {}

    /// Has those who wait look at their facts.
    public func wake() {
        let woken = waiting
        waiting = []
        for waiter in woken { waiter.resume() }
    }

    /// Suspends until a fact is true, the time is over or the task is cancelled; answers whether
    /// it is true.
    ///
    /// - Parameters:
    ///   - isTrue: looks at the fact: at the start, after each ``wake()`` and at the end.
    ///   - limit: nil waits for ever.
    @discardableResult
    public func until(
        _ isTrue: () -> Bool, within limit: Duration? = nil
    ) async -> Bool {
        let end = limit.map { MonotonicClock.nanoseconds + $0.microseconds * 1000 }
        while !isTrue() {
            let rest = end.map { Duration.nanoseconds($0 - MonotonicClock.nanoseconds) }
            if let rest, rest <= .zero { return false }
            if Task.isCancelled { return isTrue() }
            // unsafe: used on the loop's thread only; a cancellation goes there first.
            nonisolated(unsafe) let waiter = Waiter()
            // Before the way to the wait, which may lead through the loop: no wake-up finds nobody.
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
            // No descriptor is left for a timer: the time is over at once.
            if !waiter.canWait { return isTrue() }
        }
        return true
    }
}

/// One suspended task, or one that is about to be.
private final class Waiter {
    private var continuation: CheckedContinuation<Void, Never>?
    private var timer: EventSource?
    private var isWoken = false
    /// Whether there could be a timer.
    private(set) var canWait = true

    func begin(_ continuation: CheckedContinuation<Void, Never>, within limit: Duration?) {
        self.continuation = continuation
        if let limit {
            timer = try? EventLoop.shared.timer(after: limit) { [unowned self] in resume() }
            canWait = timer != nil
        }
        if isWoken || !canWait { resume() }
    }

    func resume() {
        isWoken = true
        timer = nil
        continuation?.resume()
        continuation = nil
    }
}
