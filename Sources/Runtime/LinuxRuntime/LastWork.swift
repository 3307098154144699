/// What closing a part has begun and the program should not end without, as far as there is time:
/// to hand the clipboard on, for instance.
@EventLoopActor
public enum LastWork {
    private static var tasks: [Int: Task<Void, Never>] = [:]
    private static var number = 0

    /// How long the program's end waits for all of it.
    public static let limit = Duration.milliseconds(500)

    /// Adds something that goes on by itself.
    public static func add(_ task: Task<Void, Never>) {
        number += 1
        let key = number
        tasks[key] = task
        EventLoop.task {
            await task.value
            tasks[key] = nil
        }
    }

    /// Waits until it is done, or the time is over.
    static func end() async {
        guard !tasks.isEmpty else { return }
        let (left, done) = (Array(tasks.values), OneShot<Void>())
        EventLoop.task {
            for task in left { await task.value }
            done.give(())
        }
        let timer = try? EventLoop.shared.timer(after: limit) { done.give(()) }
        try? await done.get()
        withExtendedLifetime(timer) {}
    }
}
