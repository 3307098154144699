import Glibc
import LinuxRuntime
import Synchronization
import SystemPackage

/// Writes to a file on a separate thread, so that a slow disk doesn't hold up the event loop.
@EventLoopActor
final class FileWriter {
    /// How many bytes wait for the disk at most, and a little more.
    private static let room = 1 << 20

    private let queue: WriterQueue
    private var onRoom: () -> Void
    private var onEnd: ((SystemError?) -> Void)?
    private var hasEnded = false
    private(set) var failure: SystemError?

    /// - Parameters:
    ///   - file: a duplicate of it is written to.
    ///   - offset: the place of the first byte.
    ///   - onRoom: called when there is room again, and when a write has failed.
    init(_ file: FileDescriptor, at offset: Int, onRoom: @escaping () -> Void) throws(SystemError) {
        let own = OwnedDescriptor(
            adopting: try check(fcntl(file.rawValue, F_DUPFD_CLOEXEC, 3), "fcntl F_DUPFD"))
        let queue = WriterQueue(own, try .event(), offset)
        (self.queue, self.onRoom) = (queue, onRoom)
        let thread = try Thread(name: "file-writer") { [weak self] in
            queue.run { failure, isEnd in
                EventLoop.shared.performNowOrSoon {
                    EventLoopActor.assumeIsolated { self?.report(failure, isEnd) }
                }
            }
        }
        // Its end is told by `onEnd`; nobody on the loop waits for the disk.
        thread.detach()
    }

    isolated deinit { queue.finish() }

    /// Writes bytes soon. False if there is no room now: then nothing was taken.
    func write(_ bytes: UnsafeRawBufferPointer) -> Bool { queue.add(bytes, room: Self.room) }

    /// Empties the file; what is written from here on begins it.
    func restart() { queue.restart() }

    /// Calls `onEnd` once all is written or has failed, and the file is closed.
    func finish(_ onEnd: @escaping (SystemError?) -> Void) {
        if hasEnded { return onEnd(failure) }
        (self.onEnd, onRoom) = (onEnd, {})
        queue.finish()
    }

    private func report(_ failure: SystemError?, _ isEnd: Bool) {
        self.failure = failure
        hasEnded = isEnd
        if isEnd {
            // Its closure may hold this object.
            onEnd.take()?(failure)
        } else {
            onRoom()
        }
    }
}

/// The work that the loop gives to the writing thread.
private final class WriterQueue: Sendable {
    private struct Work {
        var bytes: [UInt8] = []
        var restarts = false
        var isLast = false
    }

    private let file: OwnedDescriptor
    private let wake: OwnedDescriptor
    private let offset: Int
    private let work = Mutex(Work())

    init(_ file: consuming OwnedDescriptor, _ wake: consuming OwnedDescriptor, _ offset: Int) {
        self.file = file
        self.wake = wake
        self.offset = offset
    }

    func add(_ bytes: UnsafeRawBufferPointer, room: Int) -> Bool {
        let isTaken = work.withLock { work in
            guard work.bytes.count < room else { return false }
            work.bytes += bytes
            return true
        }
        if isTaken { wake.signalEvent() }
        return isTaken
    }

    func restart() {
        work.withLock { work in
            work.bytes = []
            work.restarts = true
        }
        wake.signalEvent()
    }

    func finish() {
        work.withLock { $0.isLast = true }
        wake.signalEvent()
    }

    /// Writes until the end; reports after each write, and at the end.
    func run(_ report: (SystemError?, _ isEnd: Bool) -> Void) {
        var (place, failure) = (offset, SystemError?.none)
        while true {
            var poll = pollfd(fd: wake.rawValue, events: Int16(POLLIN), revents: 0)
            Glibc.poll(&poll, 1, -1)
            wake.drainEvent()
            let next = work.withLock { work in
                defer { work = Work(isLast: work.isLast) }
                return work
            }
            do throws(SystemError) {
                if failure == nil { try write(next, at: &place) }
            } catch {
                failure = error
            }
            report(failure, next.isLast)
            if next.isLast { return }
        }
    }

    private func write(_ work: Work, at place: inout Int) throws(SystemError) {
        if work.restarts {
            try check(ftruncate(file.rawValue, 0), "ftruncate")
            place = 0
        }
        var left = work.bytes[...]
        while !left.isEmpty {
            let count = left.withUnsafeBytes { bytes in
                pwrite(file.rawValue, bytes.baseAddress, bytes.count, off_t(place))
            }
            if count < 0, errno == EINTR { continue }
            if count < 0 { throw SystemError.last("write") }
            left = left.dropFirst(count)
            place += count
        }
    }
}
