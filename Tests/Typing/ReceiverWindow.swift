import Foundation
import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// A receiver's window with the keyboard focus.
final class ReceiverWindow {
    let receiver: Receiver
    /// Its identifier, as printed by xdotool.
    let identifier: String
    private let process: ChildProcess
    private let directory: URL
    private let commands: FileDescriptor
    private var content: URL { directory.appending(path: "content") }

    /// Opens a window, and waits until it is mapped, has the focus and reads keys.
    @EventLoopActor init(_ receiver: Receiver, on server: XServer) async throws {
        self.receiver = receiver
        directory = FileManager.default.temporaryDirectory
            .appending(path: "utter-\(UUID().uuidString.prefix(8))")
        try FileManager.default.createDirectory(
            at: directory, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o700])
        let content = directory.appending(path: "content")
        try Data().write(to: content)

        let title = directory.lastPathComponent
        let ready = directory.appending(path: "ready").path
        let program = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "receivers/\(receiver.program)").path
        let arguments =
            switch receiver {
            case .xterm: ["sh", program, title, content.path, ready]
            case .swing: ["java", program, receiver.rawValue, title, content.path, ready]
            default:
                [
                    "/usr/bin/python3", program, receiver.rawValue, title, content.path, ready,
                    directory.appending(path: "profile").path,
                ]
            }
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        commands = pipe.writeEnd
        _ = fcntl(commands.rawValue, F_SETFD, FD_CLOEXEC)
        _ = fcntl(pipe.readEnd.rawValue, F_SETFD, FD_CLOEXEC)
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        process = try ChildProcess(
            arguments,
            environment: server.environment + [
                "XDG_RUNTIME_DIR=\(directory.path)",
                // Toolkits would start a session bus that outlives them.
                "DBUS_SESSION_BUS_ADDRESS=disabled:", "NO_AT_BRIDGE=1",
            ],
            descriptors: [pipe.readEnd, silence, silence]
        ) { _ in }
        // Java's window passes the focus to one inside it when the window manager activates it.
        let focus = receiver == .swing ? "windowactivate" : "windowfocus"
        // Repeated if a window disappears while xdotool looks at it, as Chromium's do at its start.
        let found = try await server.run(
            "timeout", "60", "sh", "-c",
            """
            until xdotool search --sync --onlyvisible --name '^\(title)$' \
                \(focus) --sync getwindowfocus; do :; done
            """)
        identifier = String(found.split(separator: "\n").last ?? "")
        try await waitUntil("\(receiver) reads keys") { access(ready, F_OK) == 0 }
    }

    deinit {
        try? commands.close()
        try? FileManager.default.removeItem(at: directory)
    }

    /// Ends the program, and waits for it: files that it writes as it ends must not outlast the
    /// directory.
    @EventLoopActor func close() async throws {
        process.send(signal: SIGKILL)
        try await waitUntil("\(receiver) ends") { process.status != nil }
    }

    /// The text that has arrived.
    var text: String {
        (try? String(contentsOf: content, encoding: .utf8)) ?? ""
    }

    /// Empties the window.
    @EventLoopActor func clear() async throws {
        if receiver == .xterm {
            // The receiver's program appends to the file.
            #expect(truncate(content.path, 0) == 0)
        } else {
            try commands.writeAll([UInt8(ascii: "\n")])
        }
        try await waitUntil("\(receiver) is empty") { text.isEmpty }
    }

    /// Waits until exactly this has arrived, code point for code point; fails the test with the
    /// first difference if nothing has arrived for the time of the limit.
    @EventLoopActor func expectText(
        _ expected: String, _ comment: String, within limit: Duration = .seconds(180)
    ) async throws {
        do {
            var (count, isThere) = (-1, false)
            while !isThere {
                try await waitUntil("\(receiver) has the text", within: limit) {
                    let text = text
                    isThere = text.unicodeScalars.elementsEqual(expected.unicodeScalars)
                    defer { count = text.utf8.count }
                    return isThere || text.utf8.count > count
                }
            }
        } catch {
            let (wanted, got) = (Array(expected.unicodeScalars), Array(text.unicodeScalars))
            let index = zip(wanted, got).prefix { $0 == $1 }.count
            let (before, after) = (wanted[index...].prefix(12), got[index...].prefix(12))
            Issue.record(
                """
                \(comment): \(got.count) of \(wanted.count) code points arrived; from code \
                point \(index) on, “\(Self.string(before))” came as “\(Self.string(after))”
                """)
            throw error
        }
    }

    private static func string(_ scalars: ArraySlice<Unicode.Scalar>) -> String {
        String(String.UnicodeScalarView(scalars))
    }
}
