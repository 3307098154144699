import LinuxRuntime

/// A task that types. One deadline covers everything that is awaited in it: the questions about
/// lock and focus, connecting, the answers to what was typed.
@EventLoopActor
final class TypingTask {
    private let deadline = Deadline(timeout)
    private let task: Task<Void, Never>

    /// The longest time without progress.
    private static let timeout = Duration.seconds(10)
    /// The time after `stop` to find out what was typed.
    private static let timeoutOnceStopped = Duration.milliseconds(500)

    init(_ body: @escaping @EventLoopActor () async -> Void) {
        task = Deadline.$current.withValue(deadline) { EventLoop.task(body) }
    }

    func stop() {
        deadline.cut(to: Self.timeoutOnceStopped)
        task.cancel()
    }

    /// Runs code at the end of such a task without its deadline: another dictation may begin.
    static func after(_ body: () -> Void) {
        Deadline.$current.withValue(nil) { body() }
    }

    /// Suspends until it ends.
    func end() async { await task.value }
}
