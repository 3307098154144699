public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// A window of GTK on a private X server that reports its text on a private accessibility bus.
@EventLoopActor
public final class ReportingWindow {
    public enum Kind: String, CaseIterable, Sendable {
        case entry3, view3, entry4, view4, password3, password4, spin3, spin4
    }

    public let server: XServer
    public let bus: BusServer
    private let manager: ChildProcess
    private let program: ChildProcess
    private let directory: ScratchDirectory

    /// - Parameter field: its text; `|` is the cursor, `[…]` the selection.
    public init(_ kind: Kind, _ field: String) async throws {
        server = try await XServer()
        bus = try await BusServer()
        // As desktops begin: the accessibility bus knows the display, and so hears of its keys.
        try await server.run(
            ["env"] + bus.environment.map { "\($0)=\($1)" }
                + ["dbus-update-activation-environment", "DISPLAY"])
        manager = try await server.startWindowManager()
        directory = try ScratchDirectory("utter-reporting")
        let log = try directory.create("log")
        defer { try? log.close() }
        program = try ChildProcess(
            [
                "/usr/bin/python3", "-c", Self.program, kind.rawValue, field,
                directory.path("text"), directory.path("ready"),
            ],
            environment: server.environment.filter { !$0.hasPrefix("NO_AT_BRIDGE") }
                + bus.environment.map { "\($0)=\($1)" } + ["GSETTINGS_BACKEND=memory"],
            descriptors: [nil, log, log]) { _ in }
        try await waitUntil("\(kind) has the focus") {
            program.status != nil || !textOfFile(directory.path("ready")).isEmpty
        }
        try #require(program.status == nil, "\(textOfFile(directory.path("log")))")
    }

    /// What stands in it.
    public var text: String { textOfFile(directory.path("text")) }

    /// Stops the program, so that it answers nothing, or continues it.
    public func freeze(_ isFrozen: Bool) { program.send(signal: isFrozen ? 19 : 18) }

    /// Moves the focus to a field of the same window that has no text.
    public func leave() async throws {
        try await server.run("xdotool", "key", "--delay", "0", "shift+Tab")
    }

    private static let program = """
        import gi, os, re, sys
        kind, field, path, ready = sys.argv[1:]
        version = kind[-1]
        gi.require_version("Gtk", version + ".0")
        from gi.repository import GLib, Gtk
        if version == "4": Gtk.init()
        before, selected, after = re.fullmatch(
            r"(.*?)(?:\\[(.*)\\]|\\|)(.*)", field, re.S).groups("")
        content, start = before + selected + after, len(before)
        window = Gtk.Window(title=kind)
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        widget = (
            Gtk.TextView() if kind.startswith("view")
            else Gtk.SpinButton.new_with_range(0, 1000, 1) if kind.startswith("spin")
            else Gtk.PasswordEntry() if kind == "password4"
            else Gtk.Entry(visibility=not kind.startswith("password")))
        if kind.startswith("view"):
            source = widget.get_buffer()
            source.set_text(content)
            text = lambda: source.get_text(*source.get_bounds(), True)
            select = lambda: source.select_range(
                source.get_iter_at_offset(start + len(selected)), source.get_iter_at_offset(start))
        else:
            source = widget
            source.set_value(int(content)) if kind.startswith("spin") else source.set_text(content)
            text = source.get_text
            select = lambda: source.select_region(start, start + len(selected))
        def write(*_):
            with open(path + ".new", "w") as file: file.write(text())
            os.rename(path + ".new", path)
        def active(*_):
            if not window.is_active(): return
            widget.grab_focus()
            select()
            with open(ready, "w") as file: file.write("ready")
        button = Gtk.Button()
        if version == "4":
            box.append(button)
            box.append(widget)
            window.set_child(box)
        else:
            box.add(button)
            box.add(widget)
            window.add(box)
        source.connect("changed", write)
        write()
        window.connect("notify::is-active", active)
        window.present() if version == "4" else window.show_all()
        widget.grab_focus()
        GLib.MainLoop().run()
        """
}
