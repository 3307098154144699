import LinuxRuntime

/// What is awaited of a worker, with its limit. One timer serves all, since only one of them runs
/// at a time; without any, none is armed.
@EventLoopActor
final class WorkerWatch {
    enum Awaited { case loading, progress, use }

    private(set) var awaited: Awaited?
    private var timer: EventSource?

    /// Starts a limit from now, in place of the one that runs.
    func expect(
        _ awaited: Awaited, within limit: Duration, _ expired: @escaping () -> Void
    ) {
        self.awaited = awaited
        // Without a descriptor for the timer there is no limit.
        timer = try? EventLoop.shared.timer(after: limit, accuracy: .milliseconds(50)) {
            [weak self] in
            self?.stop()
            expired()
        }
    }

    /// Starts the limit again.
    func renew(within limit: Duration) { timer?.rearm(after: limit) }

    func stop() {
        awaited = nil
        timer = nil
    }
}
