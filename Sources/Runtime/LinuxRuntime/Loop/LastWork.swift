/// Work that was begun when a part was closed and should be finished before the program ends, if
/// there is time: handing the clipboard over, for example.
@EventLoopActor
public enum LastWork {
    private static var tasks: [Int: Task<Void, Never>] = [:]
    private static var number = 0

    /// How long the end of the program waits for all of it.
    public static let limit = Duration.milliseconds(500)

    /// Adds a task that is running.
    public static func add(_ task: Task<Void, Never>) {
        number += 1
        let key = number
        tasks[key] = task
        EventLoop.task {
            await task.value
            tasks[key] = nil
        }
    }

    /// Waits until all tasks are done, or the limit.
    static func end() async {
        guard !tasks.isEmpty else { return }
        let (left, done) = (Array(tasks.values), OneShot<Void>())
        EventLoop.task {
            for task in left { await task.value }
            done.give(())
        }
        let timer = EventLoop.shared.timer(after: limit) { done.give(()) }
        try? await done.get()
        withExtendedLifetime(timer) {}
    }
}
