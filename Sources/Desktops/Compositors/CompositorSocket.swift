import CLinux
import Glibc
import LinuxRuntime
import MonotonicTime
package import Problems
package import SystemPackage

/// A connection to a compositor's own socket (unix(7)). It waits only by suspending, and each
/// exchange has a deadline.
package final class CompositorSocket {
    private let compositor: String
    private let socket: OwnedDescriptor
    /// Whether it can't be used any more: the other end has closed it, or an exchange was aborted,
    /// so that its answer may still arrive and be mistaken for a later one.
    package private(set) var isGone = false
    private let timeout: Duration
    /// How long the current exchange may take, and its deadline, in ns of the monotonic clock.
    private var limit = (duration: Duration.zero, end: Int64(0))

    /// How long a compositor may take for an answer.
    package static let timeout = Duration.seconds(5)

    /// A compositor's answer has some kilobytes; a longer one is invalid.
    package static let longest = 16 << 20

    /// - Parameters:
    ///   - compositor: its name for messages: `sway`.
    ///   - variable: the environment variable that gave the path.
    ///   - timeout: how long an exchange may take.
    package init(
        _ path: String, of compositor: String, variable: String,
        timeout: Duration = CompositorSocket.timeout
    ) throws(Problem) {
        self.compositor = compositor
        self.timeout = timeout
        do throws(SystemError) {
            socket = try UnixSocketAddress.connect(to: path)
        } catch {
            throw error.errno == .resourceTemporarilyUnavailable
                ? Problem(
                    "cannot connect to \(compositor) at \(path)",
                    why: "it hangs: its queue of connections is full")
                : Problem(
                    "cannot connect to \(compositor) at \(path)", why: "\(error.errno)",
                    remedy: "Check that \(variable) belongs to the running session.")
        }
    }

    /// Sends a request and suspends until the answer.
    ///
    /// - Throws: a problem if the deadline passes or the task is cancelled.
    package func exchange<Answer>(
        _ request: [UInt8], _ answer: () async throws(Problem) -> Answer
    ) async throws(Problem) -> Answer {
        if isGone { throw gone }
        let time = Deadline.limit(timeout)
        limit = (time, MonotonicClock.nanoseconds + time.nanoseconds)
        do throws(Problem) {
            try await send(request)
            let received = try await answer()
            // Progress: the compositor doesn't hang.
            Deadline.current?.renew()
            return received
        } catch {
            isGone = true
            throw error
        }
    }

    private func send(_ bytes: [UInt8]) async throws(Problem) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes {
                Glibc.send(socket.rawValue, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
            }
            if count > 0 { rest = rest.dropFirst(count) } else { try await wait(for: .writable) }
        }
    }

    /// Exactly this many bytes.
    package func receive(_ count: Int) async throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            let part = try await receiveSome(atMost: count - bytes.count)
            if part.isEmpty { throw gone }
            bytes += part
        }
        return bytes
    }

    /// All bytes up to the end, for compositors that close the connection after their answer.
    package func receiveAll() async throws(Problem) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < Self.longest {
            let part = try await receiveSome(atMost: 65_536)
            if part.isEmpty { break }
            bytes += part
        }
        return bytes
    }

    /// Whether something can be read at once.
    package var hasMore: Bool {
        var poll = pollfd(fd: socket.rawValue, events: Int16(POLLIN), revents: 0)
        return Glibc.poll(&poll, 1, 0) > 0
    }

    /// Suspends without limit until something can be read, or the other end has closed it.
    package func arrival() async throws {
        _ = try await EventLoop.shared.ready(socket.descriptor, for: .readable, within: nil)
    }

    /// The next bytes; empty at the end.
    private func receiveSome(atMost limit: Int) async throws(Problem) -> [UInt8] {
        var buffer = [UInt8](repeating: 0, count: limit)
        while true {
            let count = recv(socket.rawValue, &buffer, limit, 0)
            if count >= 0 { return Array(buffer[..<count]) }
            try await wait(for: .readable)
        }
    }

    /// The meaning of a failed call's errno.
    package enum Failure {
        case again, mustWait, gone

        package init(_ errno: Errno) {
            self =
                switch errno {
                case .interrupted: .again
                case .resourceTemporarilyUnavailable: .mustWait
                default: .gone
                }
        }
    }

    /// After a failed call: suspends if it would have blocked.
    private func wait(for events: IOEvents) async throws(Problem) {
        switch Failure(SystemError.last(compositor).errno) {
        case .again: return
        case .gone: throw gone
        case .mustWait: break
        }
        let rest = Duration.nanoseconds(limit.end - MonotonicClock.nanoseconds)
        let isReady: Bool
        do {
            isReady =
                rest > .zero
                ? try await EventLoop.shared.ready(
                    socket.descriptor, for: events, within: rest) : false
        } catch is CancellationError {
            throw Problem("cannot ask \(compositor)", why: "it was asked to stop")
        } catch {
            throw Problem("cannot ask \(compositor)", why: "\(error)")
        }
        if !isReady {
            throw Problem(
                "cannot ask \(compositor)", why: "it hangs: \(NoAnswer(limit: limit.duration))")
        }
    }

    private var gone: Problem { Problem("cannot ask \(compositor)", why: "it is gone") }
}
