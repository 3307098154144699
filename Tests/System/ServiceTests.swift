import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The daemon's notifications to systemd (sd_notify(3)).
@Suite(.runningLoop) struct ServiceTests {
    /// A datagram socket in place of systemd's.
    private final class Manager {
        let path: String
        private let socket: OwnedDescriptor

        init(_ directory: String) throws {
            path = directory + "/notify"
            socket = OwnedDescriptor(
                adopting: try check(
                    Glibc.socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0), "socket"))
            let address = try UnixSocketAddress(path)
            let bound = address.withPointer { bind(socket.rawValue, $0, $1) }
            try check(bound, "bind \(path)")
        }

        /// Waits for a message; those before it are returned, too.
        @EventLoopActor func messages(until last: String) async throws -> [String] {
            var messages: [String] = []
            while messages.last != last {
                try #require(
                    try await EventLoop.shared.ready(socket.descriptor, within: .seconds(180)),
                    "no “\(last)” after \(messages)")
                var bytes = [UInt8](repeating: 0, count: 4096)
                let count = recv(socket.rawValue, &bytes, bytes.count, 0)
                messages.append(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self))
            }
            return messages
        }
    }

    /// A user who logs out at once may end it while it still waits for the X server.
    @EventLoopActor @Test(.needs("Xvfb", package: "xvfb"))
    func endsWhenItIsToldToWhileItStarts() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display)
        for milliseconds in 0..<40 {
            let daemon = try session.spawnDaemon()
            try await EventLoop.shared.sleep(for: .milliseconds(milliseconds))
            daemon.send(signal: SIGTERM)
            try await waitUntil("the daemon ends") { daemon.status != nil }
        }
    }

    @EventLoopActor @Test(.needs("Xvfb", package: "xvfb"))
    func isReadyWhenItsPartsAreAndSaysWhatItDoes() async throws {
        let display = try await XServer()
        let session = try UtterSession(display: display)
        let manager = try Manager(session.directory.path)
        let daemon = try session.spawnDaemon(["NOTIFY_SOCKET=\(manager.path)"])
        _ = try await manager.messages(until: "READY=1")
        // The control socket works and the sink can type.
        let report = try await session.status()
        #expect(report.state == .idle && report.sinks.first?.available == true)
        _ = try await manager.messages(until: "STATUS=Ready")

        try await session.output("start")
        _ = try await manager.messages(until: "STATUS=Opening the microphone")
        // The microphone isn't there, or the user cancels.
        try await session.run("cancel")
        _ = try await manager.messages(until: "STATUS=Ready")

        daemon.send(signal: SIGTERM)
        _ = try await manager.messages(until: "STOPPING=1")
        try await waitUntil("the daemon ends") { daemon.status != nil }
        #expect(daemon.status == .exited(0))
        let left = session.runtime.appending(path: "utter").path
        #expect(access(left, F_OK) != 0, "\(Folder.names(in: left))")
    }

    @EventLoopActor @Test func feedsTheWatchdog() async throws {
        let session = try UtterSession()
        let manager = try Manager(session.directory.path)
        let daemon = try session.spawnDaemon([
            "NOTIFY_SOCKET=\(manager.path)", "WATCHDOG_USEC=400000",
        ])
        _ = try await manager.messages(until: "READY=1")
        for _ in 1...3 { _ = try await manager.messages(until: "WATCHDOG=1") }
        daemon.send(signal: SIGTERM)
        _ = try await manager.messages(until: "STOPPING=1")
    }
}
