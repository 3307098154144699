import CLinux
import Glibc
import LinuxRuntime
import SystemPackage

@testable import ControlProtocol

/// A client that sends whatever a test wants.
@EventLoopActor final class RawClient {
    private let stream: LineStream
    private let raw: Int32

    init(_ path: String) async throws {
        let socket = try await UnixSocket.connected(
            to: path, by: Deadline(after: .seconds(180)))
        raw = socket.rawValue
        stream = LineStream(socket)
    }

    /// A client that has read the daemon's greeting and sent its own.
    static func greeted(_ path: String) async throws -> RawClient {
        let client = try await RawClient(path)
        _ = try await client.line()
        try await client.write(#"{"protocol":"utter","version":1}"# + "\n")
        return client
    }

    /// Sends everything, or as much as the daemon reads before it closes.
    func write(_ text: String) async throws {
        try await write(Array(text.utf8))
    }

    func write(_ bytes: [UInt8]) async throws {
        try await stream.write(bytes, by: Deadline(after: .seconds(180)))
    }

    /// The next line, or nil at the end.
    func line() async throws -> String? {
        do {
            return String(
                decoding: try await stream.line(by: Deadline(after: .seconds(180))), as: UTF8.self)
        } catch let error as ControlClientError where error == .closed {
            return nil
        }
    }

    /// All lines until the end.
    func rest() async throws -> [String] {
        var lines: [String] = []
        while let line = try await line() { lines.append(line) }
        return lines
    }

    func endWriting() {
        shutdown(raw, Int32(SHUT_WR))
    }
}

/// A Perl script (Debian's essential perl-base) and the lines that it prints.
@EventLoopActor final class Script {
    let child: ChildProcess
    private let output: LineStream

    init(_ text: String, _ arguments: String...) throws {
        var pair: [Int32] = [-1, -1]
        let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        try check(socketpair(AF_UNIX, kind, 0, &pair), "socketpair")
        let theirs = OwnedDescriptor(adopting: pair[1])
        output = LineStream(OwnedDescriptor(adopting: pair[0]))
        child = try ChildProcess(
            ["/usr/bin/perl", "-e", text] + arguments,
            descriptors: [nil, theirs.descriptor], onExit: { _ in })
    }

    func line() async throws -> String {
        String(decoding: try await output.line(by: Deadline(after: .seconds(180))), as: UTF8.self)
    }

    /// Kills it, like a crash, and waits for its end.
    func kill() async throws {
        child.send(signal: SIGKILL)
        while child.status == nil { try await EventLoop.shared.sleep(for: .milliseconds(1)) }
    }
}
