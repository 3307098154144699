import CSystemd
import Glibc
import Synchronization

/// An event loop: libsystemd's sd-event (sd-event(3)) as a Swift executor.
///
/// One thread runs the program's loop, ``shared``, and nearly everything lives on that thread:
/// actors and async functions isolated to ``EventLoopActor`` run on it between two waits. Other
/// loops have their own threads, for calls that block in a C library.
///
/// Start tasks on the program's loop with ``task(_:)``.
public final class EventLoop: SerialExecutor, TaskExecutor, @unchecked Sendable {
    // @unchecked: `event` is used only on the loop's thread (checked by `preconditionIsolated`),
    // except before `run`; `work` is protected by its mutex; everything else is constant.

    /// The loop of this process.
    public static let shared = EventLoop(afterEach: nil)

    /// sd_event*. libsystemd's thread default, which libraries that look for a loop share.
    let event: OpaquePointer
    private let wake: OwnedDescriptor
    /// Signalled when a loop with its own thread ends.
    private let hasEnded: OwnedDescriptor
    private let work = Mutex<[Work]>([])
    /// The thread in `run`, as a pthread_t; 0 if none.
    private let runner = Atomic<UInt>(0)
    /// Whether `runJobs` will look for more work, so that its thread needn't be woken.
    private nonisolated(unsafe) var looksForMore = false  // used only on the loop's thread
    /// The most batches of work between two looks at descriptors, timers and signals.
    private static let mostBatches = 16
    /// Called after each task's step and each source's handler.
    let afterEach: (@Sendable () -> Void)?

    private enum Work {
        case job(UnownedJob)
        case call(@Sendable () -> Void)
    }

    private init(afterEach: (@Sendable () -> Void)?) {
        self.afterEach = afterEach
        do {
            var event: OpaquePointer?
            try sdCheck(sd_event_new(&event), "sd_event_new")
            self.event = event!
            wake = try .event()
            hasEnded = try .event()
            // Never freed: the loop lives as long as the process.
            try sdCheck(
                sd_event_add_io(
                    self.event, nil, wake.rawValue, UInt32(EPOLLIN.rawValue),
                    { _, _, _, loop in
                        Unmanaged<EventLoop>.fromOpaque(loop!).takeUnretainedValue().runJobs()
                        return 0
                    }, Unmanaged.passUnretained(self).toOpaque()),
                "sd_event_add_io")
            // libsystemd makes the descriptor of a clock's timers with the first of them and keeps
            // it (timerfd_create(2)): no later timer can fail for want of one.
            var first: OpaquePointer?
            try sdCheck(
                sd_event_add_time(
                    self.event, &first, CLOCK_MONOTONIC, UInt64.max, 0, { _, _, _ in 0 }, nil),
                "sd_event_add_time")
            sd_event_source_set_enabled(first, Int32(SD_EVENT_OFF))
        } catch {
            // Only memory or descriptors can be missing here, before the program has begun.
            fatalError("no event loop: \(error)")
        }
    }

    /// A loop that runs on its own thread until the process ends. If no thread can be started, it
    /// never runs.
    ///
    /// - Parameters:
    ///   - thread: the thread's name, at most 15 bytes.
    ///   - afterEach: called on the thread after each task's step and each source's handler.
    public convenience init(
        thread name: String, afterEach: @escaping @Sendable () -> Void
    ) throws(SystemError) {
        self.init(afterEach: afterEach)
        // Leaked: loop and thread live as long as the process.
        _ = Unmanaged.passRetained(
            try Thread(name: name) { [self] in
                _ = try? run()
                hasEnded.signalEvent()
            })
    }

    /// Ends a loop that has its own thread. Returns when the loop has ended, or at the limit: it
    /// may be blocked in a library. Call it before the process exits: exit(3) runs the libraries'
    /// destructors while other threads continue.
    public func end(within limit: Duration) {
        perform { [self] in stop() }
        var poll = pollfd(fd: hasEnded.rawValue, events: Int16(POLLIN), revents: 0)
        Glibc.poll(&poll, 1, Int32(limit.microseconds / 1000))
    }

    // MARK: Running

    /// Runs the loop on the calling thread until `stop`; returns the argument of that.
    public func run() throws(SystemError) -> Int32 {
        runner.store(Self.thisThread, ordering: .releasing)
        defer { runner.store(0, ordering: .releasing) }
        let status = sd_event_loop(event)
        if status < 0 { throw SystemError("sd_event_loop", negative: status) }
        return status
    }

    /// Sends keepalives to systemd as long as the loop runs, if the service's unit asks for them
    /// (WatchdogSec=; sd_event_set_watchdog(3)).
    public func feedWatchdog() {
        sd_event_set_watchdog(event, 1)
    }

    /// Makes `run` return once the pending events are dispatched.
    public func stop(_ status: Int32 = 0) {
        sd_event_exit(event, status)
    }

    /// Runs an async function to its end on the calling thread, with the loop running; then waits
    /// for ``LastWork``, up to its limit.
    public func run<Result: Sendable>(
        _ body: sending @escaping @EventLoopActor () async throws -> Result
    ) throws -> Result {
        nonisolated(unsafe) var outcome: Swift.Result<Result, any Error>?
        // unsafe: written on this thread, which runs the loop, before `run` returns.
        Task(executorPreference: self) { @EventLoopActor in
            do { outcome = .success(try await body()) } catch { outcome = .failure(error) }
            await LastWork.end()
            EventLoop.shared.stop()
        }
        _ = try run()
        return try outcome!.get()
    }

    /// Starts a task on the loop. A plain `Task` that is resumed passes through the runtime's
    /// global pool on its way back, which starts three threads for good; with a task executor
    /// (SE-0417) it stays here.
    @discardableResult
    public static func task<Success: Sendable>(
        _ body: @escaping @EventLoopActor () async -> Success
    ) -> Task<Success, Never> {
        Task(executorPreference: shared, operation: body)
    }

    /// Like ``task(_:)``, for a body that throws.
    @discardableResult
    public static func throwingTask<Success: Sendable>(
        _ body: @escaping @EventLoopActor () async throws -> Success
    ) -> Task<Success, any Error> {
        Task(executorPreference: shared, operation: body)
    }

    // MARK: Executor

    public func enqueue(_ job: consuming ExecutorJob) {
        add(.job(UnownedJob(job)))
    }

    /// Calls a function on the loop's thread, soon.
    func perform(_ body: @escaping @Sendable () -> Void) {
        add(.call(body))
    }

    /// Like ``perform(_:)``, but at once if this is that thread.
    ///
    /// For beginning a wait: closures that are passed to the standard library there run off the
    /// loop if their function is `nonisolated(nonsending)` (SE-0461).
    public func performNowOrSoon(_ body: @escaping @Sendable () -> Void) {
        if isOnLoop { body() } else { perform(body) }
    }

    private func add(_ new: Work) {
        let isFirst = work.withLock { work in
            work.append(new)
            return work.count == 1
        }
        if isFirst && !(isRunning && looksForMore) { wake.signalEvent() }
    }

    /// Runs what was added, and what that adds: a chain of short steps needs no call of the kernel
    /// between two of them.
    private func runJobs() {
        wake.drainEvent()
        for remaining in (0..<Self.mostBatches).reversed() {
            looksForMore = remaining > 0
            let batch = work.withLock { work in
                defer { work = [] }
                return work
            }
            if batch.isEmpty { break }
            for next in batch {
                switch next {
                case .job(let job): job.runSynchronously(on: asUnownedSerialExecutor())
                case .call(let body): body()
                }
                afterEach?()
            }
        }
        looksForMore = false
    }

    public func checkIsolated() {
        precondition(isOnLoop, "called off the event loop's thread")
    }

    public func isIsolatingCurrentContext() -> Bool? {
        isOnLoop
    }

    private var isOnLoop: Bool {
        let runner = self.runner.load(ordering: .acquiring)
        return runner == 0 || runner == Self.thisThread
    }

    /// Whether the loop runs on the calling thread.
    private var isRunning: Bool { runner.load(ordering: .acquiring) == Self.thisThread }

    private static var thisThread: UInt { UInt(pthread_self()) }
}

/// The isolation of everything that lives on the event loop's thread.
@globalActor
public actor EventLoopActor {
    public static let shared = EventLoopActor()

    public nonisolated var unownedExecutor: UnownedSerialExecutor {
        EventLoop.shared.asUnownedSerialExecutor()
    }

    /// Runs code of the actor where the compiler can't know that this is its thread: in a callback
    /// from a C library.
    public static func assumeIsolated<Result: Sendable>(
        _ body: @EventLoopActor () throws -> Result
    ) rethrows -> Result {
        EventLoop.shared.checkIsolated()
        // unsafe: removes only the isolation from the type, which was checked, as
        // MainActor.assumeIsolated does.
        return try withoutActuallyEscaping(body) { body in
            try unsafeBitCast(body, to: (() throws -> Result).self)()
        }
    }
}

/// Throws a negative errno from libsystemd as an error.
@discardableResult
func sdCheck(_ result: Int32, _ call: @autoclosure () -> String) throws(SystemError) -> Int32 {
    if result < 0 { throw SystemError(call(), negative: result) }
    return result
}
