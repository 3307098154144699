import LinuxRuntime
import TestSupport

/// A window in sway with a field of one line, which has the focus.
@EventLoopActor
final class FieldWindow {
    enum Version: String, Sendable {
        case gtk3 = "3.0"
        case gtk4 = "4.0"
    }

    private let server: SwayServer
    private let process: ChildProcess
    private let path: String

    /// - Parameter purpose: GTK's name of what the field is for.
    init(
        _ version: Version, on server: SwayServer, purpose: String = "PASSWORD"
    ) async throws {
        self.server = server
        path = server.path("field")
        let ready = server.path("field-ready")
        process = try server.start([
            "env", "GDK_BACKEND=wayland", "/usr/bin/python3", "-c", Self.program, version.rawValue,
            path, ready, purpose,
        ])
        try await waitUntil("the field has the focus") { !textOfFile(ready).isEmpty }
    }

    /// The text in it.
    var text: String { textOfFile(path) }

    private static let program = """
        import gi, os, sys
        version, path, ready, purpose = sys.argv[1:]
        gi.require_version("Gtk", version)
        from gi.repository import GLib, Gtk
        if version == "4.0": Gtk.init()
        window = Gtk.Window(title="field")
        if version == "4.0" and purpose == "PASSWORD":
            entry = Gtk.PasswordEntry()
        else:
            entry = Gtk.Entry(
                visibility=purpose != "PASSWORD",
                input_purpose=getattr(Gtk.InputPurpose, purpose))
        window.set_child(entry) if version == "4.0" else window.add(entry)
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
