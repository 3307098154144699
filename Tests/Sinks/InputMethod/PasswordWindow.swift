import LinuxRuntime
import TestSupport

/// A window in sway with a field for a password, which has the focus.
@EventLoopActor
final class PasswordWindow {
    enum Version: String, Sendable {
        case gtk3 = "3.0"
        case gtk4 = "4.0"
    }

    private let server: SwayServer
    private let process: ChildProcess
    private let path: String

    init(_ version: Version, on server: SwayServer) async throws {
        self.server = server
        path = server.path("password")
        let ready = server.path("password-ready")
        process = try server.start([
            "env", "GDK_BACKEND=wayland", "/usr/bin/python3", "-c", Self.program, version.rawValue,
            path, ready,
        ])
        try await waitUntil("the field has the focus") { !textOfFile(ready).isEmpty }
    }

    /// What stands in it.
    var text: String { textOfFile(path) }

    private static let program = """
        import gi, os, sys
        version, path, ready = sys.argv[1:]
        gi.require_version("Gtk", version)
        from gi.repository import GLib, Gtk
        if version == "4.0": Gtk.init()
        window = Gtk.Window(title="password")
        if version == "4.0":
            entry = Gtk.PasswordEntry()
            window.set_child(entry)
        else:
            entry = Gtk.Entry(visibility=False, input_purpose=Gtk.InputPurpose.PASSWORD)
            window.add(entry)
        def write(name, text):
            with open(name + ".new", "w") as file: file.write(text)
            os.rename(name + ".new", name)
        entry.connect("changed", lambda *_: write(path, entry.get_text()))
        def active(*_):
            if not window.is_active(): return
            entry.grab_focus()
            write(ready, "ready")
        window.connect("notify::is-active", active)
        window.present() if version == "4.0" else window.show_all()
        GLib.MainLoop().run()
        """
}
