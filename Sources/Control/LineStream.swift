import LinuxRuntime
import SystemPackage

/// A client's end of the connection: lines are awaited. One call at a time.
final class LineStream {
    private let socket: OwnedDescriptor
    private var input = LineBuffer(limit: ControlLimits.answerBytes)

    init(_ socket: consuming OwnedDescriptor) {
        self.socket = socket
    }

    /// Sends all of the line, or throws at the deadline.
    func write(_ line: [UInt8], by deadline: Deadline) async throws {
        var rest = line[...]
        while true {
            do throws(SystemError) {
                rest = rest.dropFirst(try UnixSocket.send(rest, to: socket))
            } catch {
                // The peer has closed; what it sent before can still be read.
                return
            }
            if rest.isEmpty { return }
            try await wait(for: .writable, by: deadline)
        }
    }

    /// The next line, without its line feed.
    func line(by deadline: Deadline) async throws -> [UInt8] {
        while true {
            do throws(LineBuffer.TooLong) {
                if let line = try input.next() { return line }
            } catch {
                throw ControlClientError.failed(
                    "it sent a line of more than \(ControlLimits.answerBytes) bytes")
            }
            let received: UnixSocket.Received
            do throws(SystemError) {
                received = try UnixSocket.receive(from: socket, into: &input)
            } catch {
                throw ControlClientError.closed
            }
            switch received {
            case .bytes: continue
            case .end: throw ControlClientError.closed
            case .nothingYet: try await wait(for: .readable, by: deadline)
            }
        }
    }

    private func wait(for events: IOEvents, by deadline: Deadline) async throws {
        let ready = try await EventLoop.shared.ready(
            socket.descriptor, for: events, within: deadline.remaining)
        if !ready { throw ControlClientError.failed("it does not answer") }
    }
}

/// When to stop waiting.
struct Deadline {
    private let nanoseconds: Int64

    init(after limit: Duration) {
        // A century is as good as forever, and far from an overflow.
        let limit = min(limit, .seconds(3_000_000_000))
        nanoseconds =
            MonotonicClock.nanoseconds + limit.components.seconds * 1_000_000_000
            + limit.components.attoseconds / 1_000_000_000
    }

    static var never: Deadline { Deadline(after: .seconds(Int64.max)) }

    var remaining: Duration {
        .nanoseconds(max(0, nanoseconds - MonotonicClock.nanoseconds))
    }
}
