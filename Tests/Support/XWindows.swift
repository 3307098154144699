import Glibc
public import LinuxRuntime
import SystemPackage
import Testing

/// A window of a real program that takes text, with the keyboard focus.
@EventLoopActor
public final class XWindow {
    public enum Kind: String, Sendable, CaseIterable {
        /// xterm, with a program in it that writes its input to a file.
        case xterm
        /// A GTK 3 window with a GtkEntry.
        case entry
        /// A GTK 3 window with a GtkTextView.
        case textView
    }

    /// A file that GTK windows need, besides /usr/bin/python3.
    public nonisolated static let pythonGI = "/usr/lib/python3/dist-packages/gi"
    public nonisolated static let gtk3 =
        "/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-3.0.typelib"

    /// Its number, as xdotool prints it.
    public let identifier: String
    private let kind: Kind
    private let content: TemporaryFile
    private let process: ChildProcess

    /// Opens a window, and waits until it is mapped, has the focus and reads keys.
    ///
    /// - Parameter closesOnReturn: whether the window of a GtkEntry closes when Return is pressed.
    public init(
        _ kind: Kind, on server: XServer, closesOnReturn: Bool = false
    ) async throws {
        self.kind = kind
        let (content, ready) = (try TemporaryFile(), try TemporaryFile())
        unlink(ready.path)
        let title = "utter-\(content.path.suffix(6))"
        self.content = content
        let arguments: [String] =
            switch kind {
            case .xterm:
                // Raw, since a terminal in line mode holds at most 4,095 bytes of a line.
                [
                    "xterm", "-u8", "-T", title, "-e", "sh", "-c",
                    "stty raw -echo; : > \(ready.path); exec cat > \(content.path)",
                ]
            case .entry, .textView:
                [
                    "/usr/bin/python3", "-c", Self.gtk, kind.rawValue, title, content.path,
                    ready.path, closesOnReturn ? "closes" : "stays",
                ]
            }
        process = try server.start(arguments)
        identifier = try await Self.focus(title, on: server)
        try await waitUntil("\(kind) reads keys") { access(ready.path, F_OK) == 0 }
    }

    /// Waits for a visible window with that title and for its focus; returns its number. A window
    /// manager that is about to manage the window hides it for a moment, in which it can't have the
    /// focus: then this tries again.
    private static func focus(_ title: String, on server: XServer) async throws -> String {
        let deadline = MonotonicClock.nanoseconds + 60_000_000_000
        while true {
            let run = try await ProgramRun(
                [
                    "timeout", "60", "xdotool", "search", "--sync", "--onlyvisible", "--name",
                    "^\(title)$", "windowfocus", "--sync", "getwindowfocus",
                ], environment: server.environment)
            if run.status == .exited(0), let number = run.output.split(separator: "\n").last {
                return String(number)
            }
            try #require(MonotonicClock.nanoseconds < deadline, "\(title): \(run.errors)")
        }
    }

    /// The text that has arrived, with a line feed for the Return key.
    public var text: String {
        guard kind == .xterm else { return content.text }
        let scalars = content.text.unicodeScalars.map { $0 == "\r" ? "\n" : $0 }
        return String(String.UnicodeScalarView(scalars))
    }

    /// Waits until exactly this text has arrived.
    public func waitForText(
        _ expected: String, within limit: Duration = .seconds(180)
    ) async throws {
        // Compares scalars, since String's == treats é and e with a combining accent as equal.
        try await waitUntil(
            "\(kind) contains “\(expected.prefix(200))”, not “\(text.prefix(200))”", within: limit
        ) {
            text.unicodeScalars.elementsEqual(expected.unicodeScalars)
        }
    }

    public func signal(_ number: Int32) {
        process.send(signal: number)
    }

    /// A window that writes its text to a file after each change, in one piece, and a second
    /// file when it is the active window.
    private static let gtk = """
        import os, sys, gi
        gi.require_version("Gtk", "3.0")
        from gi.repository import GLib, Gtk
        kind, title, content, ready, manner = sys.argv[1:]
        window = Gtk.Window(title=title)
        if kind == "entry":
            field = Gtk.Entry()
            source, text = field, field.get_text
            if manner == "closes":
                def close(*_):
                    write()
                    Gtk.main_quit()
                field.connect("activate", close)
        else:
            field = Gtk.TextView()
            source = field.get_buffer()
            text = lambda: source.get_text(*source.get_bounds(), True)
        scheduled = []
        def write():
            scheduled.clear()
            with open(content + ".new", "w") as file: file.write(text())
            os.rename(content + ".new", content)
        def changed(*_):
            if not scheduled: scheduled.append(GLib.idle_add(write))
        def active(*_):
            if window.is_active(): open(ready, "w").close()
        source.connect("changed", changed)
        window.connect("notify::is-active", active)
        window.add(field)
        window.set_default_size(500, 300)
        window.show_all()
        Gtk.main()
        """
}
