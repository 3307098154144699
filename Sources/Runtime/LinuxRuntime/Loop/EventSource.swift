import CSystemd
import Glibc
public import SystemPackage

/// A registration with an event loop: file descriptor, timer, signal or child. It ends when the
/// object is destroyed. Use it only on that loop's thread.
public final class EventSource {
    /// sd_event_source*; nil while the constructor runs, and for a timer of a loop that has ended.
    private var source: OpaquePointer?
    private let loop: EventLoop
    private var handle: (EventSource, UInt32) -> Void

    private init(_ loop: EventLoop, _ handle: @escaping (EventSource, UInt32) -> Void) {
        self.loop = loop
        self.handle = handle
    }

    deinit {
        sd_event_source_disable_unref(source)
    }

    /// Arms a timer again, whether it has fired or not.
    public func rearm(after delay: Duration) {
        sd_event_source_set_time(source, EventLoop.microseconds(after: delay))
        sd_event_source_set_enabled(source, Int32(SD_EVENT_ONESHOT))
    }

    /// Disarms a timer, or stops watching; undone by `resume` or `rearm`.
    public func pause() {
        sd_event_source_set_enabled(source, Int32(SD_EVENT_OFF))
    }

    /// Watches again.
    public func resume() {
        sd_event_source_set_enabled(source, Int32(SD_EVENT_ON))
    }

    fileprivate static func make(
        _ call: String, on loop: EventLoop, _ handle: @escaping (EventSource, UInt32) -> Void,
        _ add: (UnsafeMutablePointer<OpaquePointer?>, UnsafeMutableRawPointer) -> Int32
    ) throws(SystemError) -> EventSource {
        loop.checkIsolated()
        let object = EventSource(loop, handle)
        // Unretained: the object's deinit removes the registration.
        let userdata = Unmanaged.passUnretained(object).toOpaque()
        try sdCheck(add(&object.source, userdata), call)
        return object
    }

    /// Called by the C callbacks. The handler may drop the last reference to its own source.
    fileprivate static func dispatch(_ userdata: UnsafeMutableRawPointer?, _ value: UInt32) -> Int32
    {
        let object = Unmanaged<EventSource>.fromOpaque(userdata!).takeUnretainedValue()
        withExtendedLifetime(object) {
            object.handle(object, value)
            object.loop.afterEach?()
        }
        return 0
    }
}

/// The events of a file descriptor (epoll_ctl(2)).
public struct IOEvents: OptionSet, Sendable {
    public let rawValue: UInt32
    public init(rawValue: UInt32) { self.rawValue = rawValue }

    public static let readable = IOEvents(rawValue: UInt32(EPOLLIN.rawValue))
    public static let writable = IOEvents(rawValue: UInt32(EPOLLOUT.rawValue))
    /// The other end is closed. Always reported.
    public static let hangup = IOEvents(rawValue: UInt32(EPOLLHUP.rawValue))
    /// Always reported.
    public static let error = IOEvents(rawValue: UInt32(EPOLLERR.rawValue))
}

extension Duration {
    /// In microseconds, as libsystemd counts, rounded towards zero.
    var microseconds: Int64 {
        components.seconds * 1_000_000 + components.attoseconds / 1_000_000_000_000
    }
}

extension EventLoop {
    static func microseconds(after delay: Duration) -> UInt64 {
        UInt64(max(0, MonotonicClock.nanoseconds / 1000 + delay.microseconds))
    }

    /// Calls `handler` whenever the descriptor is ready (level-triggered), until the source is
    /// destroyed.
    ///
    /// The source watches its own duplicate: epoll goes by the descriptor's number, so a source
    /// that outlived the descriptor would remove the registration of the next descriptor with that
    /// number (epoll(7), "Will closing a file descriptor cause it to be removed").
    public func watch(
        _ descriptor: FileDescriptor, for events: IOEvents = .readable,
        _ handler: @escaping (IOEvents) -> Void
    ) throws(SystemError) -> EventSource {
        let own = try check(fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 3), "fcntl F_DUPFD")
        do throws(SystemError) {
            return try .make("epoll_ctl", on: self, { handler(IOEvents(rawValue: $1)) }) {
                let result = sd_event_add_io(
                    event, $0, own, events.rawValue,
                    { _, _, revents, userdata in EventSource.dispatch(userdata, revents) }, $1)
                // From here on the source closes the descriptor.
                if result >= 0 { sd_event_source_set_io_fd_own($0.pointee, 1) }
                return result
            }
        } catch {
            close(own)
            throw error
        }
    }

    /// Calls `handler` once after `delay`; `rearm` repeats it. The call comes at most `accuracy`
    /// late, so that the kernel can serve several timers in one wake-up.
    ///
    /// All timers share the descriptor that the loop was made with, so this needs none. A loop that
    /// has ended calls no handler.
    public func timer(
        after delay: Duration, accuracy: Duration = .milliseconds(1),
        _ handler: @escaping () -> Void
    ) -> EventSource {
        let accuracy = UInt64(max(1, accuracy.microseconds))
        do throws(SystemError) {
            return try .make("sd_event_add_time", on: self, { _, _ in handler() }) {
                let result = sd_event_add_time(
                    event, $0, CLOCK_MONOTONIC, Self.microseconds(after: delay), accuracy,
                    { _, _, userdata in EventSource.dispatch(userdata, 0) }, $1)
                return result == -ESTALE ? 0 : result
            }
        } catch {
            // Only memory can be missing.
            fatalError("no timer: \(error)")
        }
    }

    /// Calls `handler` on each delivery of a signal, which must be blocked in every thread
    /// (``Signals/block(_:)``, called before any thread exists).
    public func signal(
        _ number: Int32, _ handler: @escaping () -> Void
    ) throws(SystemError) -> EventSource {
        try .make("signalfd", on: self, { _, _ in handler() }) {
            sd_event_add_signal(
                event, $0, number,
                { _, _, userdata in EventSource.dispatch(userdata, 0) }, $1)
        }
    }

    /// Calls `handler` once when the child process has ended, and reaps it.
    func child(
        _ pid: pid_t, _ handler: @escaping (ExitStatus) -> Void
    ) throws(SystemError) -> EventSource {
        try .make("pidfd_open", on: self, { handler(ExitStatus(packed: $1)) }) {
            sd_event_add_child(
                event, $0, pid, Int32(WEXITED),
                { _, info, userdata in
                    EventSource.dispatch(userdata, ExitStatus(info!.pointee).packed)
                }, $1)
        }
    }
}
