import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// A receiver of Tests/Typing on a display of X: a program with one text field that has the focus.
@EventLoopActor
final class ReceiverOnX {
    enum Kind: String, CaseIterable, Sendable {
        case gtk4, chromium
        /// They tell formats, as <b>, <i> and <u>.
        case richChromium, richWriter

        /// Those that tell only the text.
        static let plain: [Kind] = [.gtk4, .chromium]
    }

    private let kind: Kind
    private let directory: URL
    private let process: ChildProcess

    /// Opens it, and waits until it reads keys.
    ///
    /// - Parameter bus: where it reports its text to screen readers.
    init(_ kind: Kind, on server: XServer, reportingOn bus: BusServer? = nil) async throws {
        self.kind = kind
        let title = "utter-\(UUID().uuidString.prefix(8))"
        directory = FileManager.default.temporaryDirectory.appending(path: title)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let (program, name) =
            switch kind {
            case .gtk4: ("gtk.py", "view4")
            case .chromium: ("browser.py", "chromium")
            case .richChromium: ("browser.py", "chromium-rich")
            case .richWriter: ("writer.py", "writer3-rich")
            }
        var variables: [String] = []
        if let bus {
            let reporting = bus.environment.map { "\($0)=\($1)" }
            // As desktops begin: the accessibility bus runs.
            try await server.run(
                ["env"] + reporting + ["dbus-update-activation-environment", "DISPLAY"])
            _ = try await bus.connect().call(
                "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress",
                within: .seconds(180))
            variables =
                ["env", "-u", "NO_AT_BRIDGE", "GNOME_ACCESSIBILITY=1", "RECEIVER_ACCESSIBLE=1"]
                + reporting
        }
        // It ends with its standard input.
        process = try server.start(
            variables + [
                "sh", "-c", "tail -f /dev/null | /usr/bin/python3 \"$@\"", "sh",
                Project.path("Tests/Typing/receivers/\(program)"), name, title,
                directory.appending(path: "content").path, directory.appending(path: "ready").path,
                directory.appending(path: "profile").path,
            ])
        // Keys are lost until it reads them, and Chromium's window may go again while it is focused.
        let limit = MonotonicClock.nanoseconds + 300_000_000_000
        repeat {
            try #require(process.status == nil, "\(kind) ended")
            try #require(MonotonicClock.nanoseconds < limit, "\(kind) reads no keys")
            let pressing = try await ProgramRun(
                [
                    "timeout", "180", "xdotool", "search", "--sync", "--onlyvisible", "--name",
                    title, "windowfocus", "--sync", "key", "x",
                ], environment: server.environment, within: .seconds(200))
            guard pressing.status == .exited(0) else { continue }
            let deadline = MonotonicClock.nanoseconds + 1_000_000_000
            while text.isEmpty, MonotonicClock.nanoseconds < deadline {
                try await EventLoop.shared.sleep(for: .milliseconds(5))
            }
        } while text.isEmpty
        try await server.run("xdotool", "key", "ctrl+a", "BackSpace")
        try await waitForText("")
    }

    deinit { try? FileManager.default.removeItem(at: directory) }

    var text: String {
        let data = FileManager.default.contents(atPath: directory.appending(path: "content").path)
        return String(decoding: data ?? Data(), as: UTF8.self)
    }

    func waitForText(_ expected: String) async throws {
        try await waitUntil("\(kind) contains “\(expected)”, not “\(text)”", within: .seconds(180))
        {
            text == expected
        }
    }
}
