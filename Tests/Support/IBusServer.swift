internal import Glibc
public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// A private X server with a private daemon of IBus (ibus-daemon), which serves GTK's windows and,
/// by X's input method protocol, xterm.
@EventLoopActor
public final class IBusServer {
    public let server: XServer
    /// The variables by which a program finds this daemon and no other.
    public let environment: [String: String]
    private let bus: BusServer
    private let directory: ScratchDirectory
    private var daemon: ChildProcess

    public init() async throws {
        server = try await XServer()
        bus = try await BusServer()
        directory = try ScratchDirectory("utter-ibus")
        var environment = bus.environment
        environment["DISPLAY"] = server.display
        environment["HOME"] = directory.path
        environment["XDG_RUNTIME_DIR"] = directory.path
        environment["IBUS_ADDRESS_FILE"] = directory.path("address")
        self.environment = environment
        daemon = try Self.start(environment, directory)
        try await waitUntilReady()
    }

    private static func start(
        _ environment: [String: String], _ directory: ScratchDirectory
    ) throws -> ChildProcess {
        let log = try directory.create("ibus-daemon.log")
        defer { try? log.close() }
        // Each daemon ends with this process, even if this process crashes.
        return try ChildProcess(
            ["setpriv", "--pdeathsig", "KILL", "ibus-daemon", "--panel", "disable", "--xim"],
            environment: ProgramPlaces.environment + environment.map { "\($0)=\($1)" } + [
                "LC_ALL=C.UTF-8", "GSETTINGS_BACKEND=memory",
            ],
            descriptors: [nil, log, log]
        ) { _ in }
    }

    /// Windows of X's input method protocol are served some time later: by a program that the
    /// daemon starts, which owns the selection.
    private func waitUntilReady() async throws {
        try await waitUntil("IBus has left its address") {
            !textOfFile(directory.path("address")).isEmpty
        }
        while try await !server.run("xprop", "-root", "XIM_SERVERS").contains("@server=ibus") {
            try #require(daemon.status == nil, "ibus-daemon ended")
        }
    }

    /// Stops the daemon, so that it answers nothing, or continues it.
    public func freeze(_ isFrozen: Bool) { daemon.send(signal: isFrozen ? SIGSTOP : SIGCONT) }

    /// Whether the daemon has ended by its own assertion; waits a moment for its end.
    public func hasAborted() async -> Bool {
        try? await waitUntil("ibus-daemon ends", within: .seconds(10)) { daemon.status != nil }
        return daemon.status == .killed(signal: SIGABRT)
    }

    /// Ends the daemon at once, and starts another one.
    public func restart() async throws {
        daemon.send(signal: SIGKILL)
        try await waitUntil("ibus-daemon ends") { daemon.status != nil }
        unlink(directory.path("address"))
        daemon = try Self.start(environment, directory)
        try await waitUntilReady()
    }

    /// The input context that has the focus, as far as the daemon knows.
    fileprivate var focusedContext: String {
        get async throws {
            let address = textOfFile(directory.path("address")).split(separator: "\n")
                .first { $0.hasPrefix("IBUS_ADDRESS=") }?.dropFirst("IBUS_ADDRESS=".count)
            return try await server.run(
                "busctl", "--address=\(try #require(address))", "get-property",
                "org.freedesktop.IBus", "/org/freedesktop/IBus", "org.freedesktop.IBus",
                "CurrentInputContext")
        }
    }

    /// Opens a window that uses IBus, and gives it the focus.
    public func open(_ kind: IBusWindow.Kind) async throws -> IBusWindow {
        try await IBusWindow(kind, self, directory)
    }

    fileprivate var variables: [String] {
        ProgramPlaces.environment + environment.map { "\($0)=\($1)" } + [
            "LC_ALL=C.UTF-8", "NO_AT_BRIDGE=1", "GDK_BACKEND=x11", "GTK_IM_MODULE=ibus",
            "XMODIFIERS=@im=ibus", "GSETTINGS_BACKEND=memory",
        ]
    }
}

/// A window of a real program that gives its text field to IBus.
@EventLoopActor
public final class IBusWindow {
    public enum Kind: String, CaseIterable, Sendable {
        case gtk3, gtk4, xterm
        /// An entry for a password.
        case password
        /// A text view that says it is a terminal.
        case terminal
        /// A window without a text field.
        case button

        /// Whether IBus learns of its field: GTK 3 may keep one for passwords to itself.
        fileprivate var isKnownToIBus: Bool { self != .button && self != .password }
    }

    private let server: XServer
    private let process: ChildProcess
    private let identifier: String
    private let content: String
    private static var count = 0

    fileprivate init(_ kind: Kind, _ ibus: IBusServer, _ directory: ScratchDirectory) async throws {
        let earlier = try await ibus.focusedContext
        Self.count += 1
        let title = "\(kind.rawValue)-\(Self.count)"
        content = directory.path("\(title).text")
        let ready = directory.path("\(title).ready")
        let log = try directory.create("\(title).log")
        defer { try? log.close() }
        let command =
            switch kind {
            case .xterm:
                [
                    "xterm", "-u8", "-T", title, "-e", "sh", "-c",
                    "stty raw -echo; : > \(ready); exec cat > \(content)",
                ]
            default: ["/usr/bin/python3", "-c", Self.program, kind.rawValue, title, content, ready]
            }
        process = try ChildProcess(
            command, environment: ibus.variables, descriptors: [nil, log, log]
        ) { _ in }
        server = ibus.server
        let found = try await server.run(
            "timeout", "120", "sh", "-c",
            """
            until xdotool search --sync --onlyvisible --name '^\(title)$' \
                windowfocus --sync getwindowfocus; do :; done
            """)
        identifier = String(found.split(separator: "\n").last ?? "")
        try await waitUntil("\(title) has the focus") { access(ready, F_OK) == 0 }
        // A busy program tells the daemon of its field some time later.
        while kind.isKnownToIBus, try await ibus.focusedContext == earlier {
            try #require(process.status == nil, "\(title) ended")
        }
    }

    /// Gives it the focus.
    public func focus() async throws {
        try await server.run("xdotool", "windowfocus", "--sync", identifier)
    }

    /// Presses keys in it, as xdotool names them.
    public func press(_ keys: String...) async throws {
        try await server.run(["xdotool", "key", "--delay", "0"] + keys)
    }

    /// The text in it.
    public var text: String { textOfFile(content) }

    /// Waits until exactly this stands in it, scalar by scalar.
    public func expect(_ expected: String) async throws {
        do {
            try await waitUntil("the text is there", within: .seconds(60)) {
                text.unicodeScalars.elementsEqual(expected.unicodeScalars)
            }
        } catch {
            let (wanted, got) = (Array(expected.unicodeScalars), Array(text.unicodeScalars))
            let index = zip(wanted, got).prefix { $0 == $1 }.count
            Issue.record("\(got.count) of \(wanted.count) scalars, equal up to \(index)")
            throw error
        }
    }

    /// Stops the program, so that it reads nothing, or continues it.
    public func freeze(_ isFrozen: Bool) { process.send(signal: isFrozen ? SIGSTOP : SIGCONT) }

    /// Ends the program.
    public func close() async throws {
        process.send(signal: SIGKILL)
        try await waitUntil("the window's program ends") { process.status != nil }
    }

    private static let program = """
        import gi, os, sys
        kind, title, content, ready = sys.argv[1:]
        gi.require_version("Gtk", "4.0" if kind == "gtk4" else "3.0")
        from gi.repository import GLib, Gtk
        if kind == "gtk4": Gtk.init()
        window = Gtk.Window(title=title)
        window.set_default_size(500, 300)
        if kind == "button":
            widget = Gtk.Button()
        elif kind == "password":
            widget = Gtk.Entry(visibility=False, input_purpose=Gtk.InputPurpose.PASSWORD)
            text = widget.get_text
            widget.connect("changed", lambda *_: write())
        else:
            widget = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD_CHAR)
            if kind == "terminal": widget.set_input_purpose(10)
            buffer = widget.get_buffer()
            text = lambda: buffer.get_text(*buffer.get_bounds(), True)
            buffer.connect("changed", lambda *_: write())
        def write():
            with open(content + ".new", "w") as file: file.write(text())
            os.rename(content + ".new", content)
        def active(*_):
            if window.is_active(): open(ready, "w").close()
        window.connect("notify::is-active", active)
        if kind == "gtk4":
            window.set_child(widget)
            window.present()
        else:
            window.add(widget)
            window.show_all()
        widget.grab_focus()
        GLib.MainLoop().run()
        """
}
