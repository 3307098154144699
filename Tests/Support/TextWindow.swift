internal import Glibc
public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// A window of a real program that reports each line typed into it, as the program understood it.
@EventLoopActor
public final class TextWindow {
    public enum Kind: String, CaseIterable, Sendable {
        case foot, vte, gtk3, gtk4, qt5, chromium
        /// Writes the line “pasting”, and after 0.2 s asks for what it pastes.
        case qt5AnnouncingPastes
        /// Windows in Xwayland.
        case xterm, gtk3OnX11, gtk4OnX11

        /// The program that must be installed.
        public var program: String {
            switch self {
            case .foot: "foot"
            case .xterm: "xterm"
            case .vte: "/usr/lib/x86_64-linux-gnu/girepository-1.0/Vte-2.91.typelib"
            case .chromium: "chromium"
            case .qt5, .qt5AnnouncingPastes:
                "/usr/lib/x86_64-linux-gnu/qt5/plugins/platforms/libqwayland-generic.so"
            case .gtk3, .gtk3OnX11: "/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-3.0.typelib"
            case .gtk4, .gtk4OnX11: "/usr/lib/x86_64-linux-gnu/girepository-1.0/Gtk-4.0.typelib"
            }
        }
    }

    public let kind: Kind
    private let lines: Fifo
    private let process: ChildProcess
    private static var count = 0

    init(_ kind: Kind, environment: [String], directory: ScratchDirectory) throws {
        self.kind = kind
        Self.count += 1
        lines = try Fifo(directory.path("window-\(Self.count)"))
        let log = try directory.create("window-\(Self.count).log")
        process = try ChildProcess(
            OrdinaryUser.command(
                Self.command(kind, lines.path, directory.path("profile-\(Self.count)"))),
            environment: environment + Self.variables(kind),
            descriptors: [nil, log, log]
        ) { _ in }
        try log.close()
    }

    /// The next line typed. It ends with Return.
    public func line(within limit: Duration = .seconds(180)) async throws -> String {
        try await lines.line(within: limit, end: "\r")
    }

    /// Expects the next line typed to be a text, code point for code point.
    public func expectLine(_ text: String, _ name: String) async throws {
        let line = try await line()
        #expect(line.unicodeScalars.elementsEqual(text.unicodeScalars), "\(name)")
    }

    /// Stops the program's process, so that it reads nothing, or continues it.
    public func freeze(_ isFrozen: Bool) {
        process.send(signal: isFrozen ? SIGSTOP : SIGCONT)
    }

    /// Stops this process's loop for 4 s when the window begins to paste; it announces that. Returns
    /// the line.
    public func stallWhilePasting() -> Task<String?, Never> {
        EventLoop.task { [self] in
            let line = try? await line()
            usleep(4_000_000)
            return line
        }
    }

    /// Ends the program at once.
    public func kill() {
        process.send(signal: SIGKILL)
    }

    public var isRunning: Bool { process.status == nil }

    /// Discards what was typed into it before; it must have the focus.
    public func empty(type: (String) async throws -> Void) async throws {
        Self.count += 1
        let mark = "empty\(Self.count)"
        try await type("\n\(mark)\n")
        while try await line() != mark {}
    }

    func becomesReady(type: (String) async throws -> Void) async throws {
        // Keys typed before the window reads are lost, partly or completely; keys typed after a
        // line came back are not. So each line is different, and the last one must come.
        for attempt in 1...300 {
            // Fails if the window gets the focus in the middle of it.
            try? await type("ready\(attempt)\n")
            var answer = try? await line(within: .milliseconds(200))
            while let line = answer {
                if line == "ready\(attempt)" { return }
                answer = try? await self.line(within: .seconds(1))
            }
            if !isRunning { throw WindowIsGone(kind: kind) }
        }
        throw WindowIsGone(kind: kind)
    }

    /// A window that never opened, or has closed.
    public struct WindowIsGone: Error {
        public let kind: Kind
    }

    private static func variables(_ kind: Kind) -> [String] {
        switch kind {
        case .gtk3, .gtk4, .vte: ["GDK_BACKEND=wayland"]
        case .gtk3OnX11, .gtk4OnX11: ["GDK_BACKEND=x11"]
        case .qt5, .qt5AnnouncingPastes: ["QT_QPA_PLATFORM=wayland"]
        default: []
        }
    }

    private static func command(_ kind: Kind, _ fifo: String, _ profile: String) -> [String] {
        let shell = ["sh", "-c", "stty raw -echo; exec cat > \(fifo)"]
        return switch kind {
        // Its default background is nearly the dark overlay's.
        case .foot:
            [
                "foot", "--override=colors.background=ffffff",
                "--override=colors.foreground=808080",
            ] + shell
        case .vte: ["/usr/bin/python3", "-c", terminal] + shell
        case .xterm: ["xterm", "-u8", "-e"] + shell
        case .gtk3, .gtk3OnX11: ["/usr/bin/python3", "-c", textView, "3.0", fifo]
        case .gtk4, .gtk4OnX11: ["/usr/bin/python3", "-c", textView, "4.0", fifo]
        case .qt5: ["/usr/bin/python3", "-c", textEdit, fifo]
        case .qt5AnnouncingPastes: ["/usr/bin/python3", "-c", textEdit, fifo, "announce"]
        case .chromium: ["/usr/bin/python3", "-c", browser, fifo, profile]
        }
    }

    /// A terminal of GTK 3's that runs a command.
    private static let terminal = """
        import gi, sys
        gi.require_version("Gtk", "3.0")
        gi.require_version("Vte", "2.91")
        from gi.repository import GLib, Gtk, Vte
        window = Gtk.Window(title="VTE")
        terminal = Vte.Terminal()
        terminal.connect("child-exited", lambda *_: sys.exit())
        terminal.spawn_async(
            Vte.PtyFlags.DEFAULT, None, sys.argv[1:], None, GLib.SpawnFlags.SEARCH_PATH, None, None,
            -1, None, None)
        window.add(terminal)
        window.show_all()
        GLib.MainLoop().run()
        """

    /// A text view that writes each line to a file when Return ends it, and removes it.
    private static let textView = """
        import gi, sys
        version, path = sys.argv[1:]
        gi.require_version("Gtk", version)
        from gi.repository import GLib, Gtk
        if version == "4.0": Gtk.init()
        out = open(path, "wb", 0)
        view = Gtk.TextView(wrap_mode=Gtk.WrapMode.WORD_CHAR)
        buffer = view.get_buffer()
        def finish():
            # By now more may have been typed.
            end = buffer.get_end_iter()
            end.set_line(end.get_line())
            text = buffer.get_text(buffer.get_start_iter(), end, True)
            buffer.delete(buffer.get_start_iter(), end)
            # Told only now: what is typed next comes into an empty view.
            out.write(text.replace("\\n", "\\r").encode())
        def changed(buffer):
            last = buffer.get_end_iter()
            if last.backward_char() and last.get_char() == "\\n": GLib.idle_add(finish)
        buffer.connect("changed", changed)
        window = Gtk.Window(title=version)
        if version == "4.0":
            window.set_child(view)
            window.present()
        else:
            window.add(view)
            window.show_all()
        view.grab_focus()
        GLib.MainLoop().run()
        """

    /// The same in Qt 5.
    private static let textEdit = """
        import sys, time
        from PyQt5 import QtCore, QtGui, QtWidgets
        out = open(sys.argv[1], "wb", 0)
        application = QtWidgets.QApplication([])
        class View(QtWidgets.QTextEdit):
            def insertFromMimeData(self, contents):
                if "announce" in sys.argv:
                    out.write(b"pasting\\r")
                    time.sleep(0.2)
                super().insertFromMimeData(contents)
        view = View()
        view.setAcceptRichText(False)
        def finish():
            # By now more may have been typed.
            text = view.toPlainText()
            length = text.rfind("\\n") + 1
            cursor = QtGui.QTextCursor(view.document())
            # Qt counts units of UTF-16.
            cursor.setPosition(
                len(text[:length].encode("utf-16-le")) // 2, QtGui.QTextCursor.KeepAnchor)
            cursor.removeSelectedText()
            out.write(text[:length].replace("\\n", "\\r").encode())
        def changed():
            if view.toPlainText().endswith("\\n"): QtCore.QTimer.singleShot(0, finish)
        view.textChanged.connect(changed)
        view.show()
        application.exec_()
        """

    /// Chromium with a page that posts its text area at each Return, and empties it.
    private static let browser = """
        import http.server, os, subprocess, sys
        path, profile = sys.argv[1:]
        out = open(path, "wb", 0)
        page = b'''<!doctype html><meta charset=utf-8><textarea autofocus></textarea><script>
        const area = document.querySelector("textarea")
        area.focus()
        area.addEventListener("keydown", event => {
            if (event.key != "Enter") return
            event.preventDefault()
            fetch("/", {method: "POST", body: area.value})
            area.value = ""
        })
        </script>'''
        class Handler(http.server.BaseHTTPRequestHandler):
            def answer(self, body):
                self.send_response(200)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            def do_GET(self): self.answer(page)
            def do_POST(self):
                text = self.rfile.read(int(self.headers["Content-Length"]))
                self.answer(b"")
                out.write(text + b"\\r")
        server = http.server.HTTPServer(("127.0.0.1", 0), Handler)
        # Its own process group's member, so that it ends with this program.
        subprocess.Popen([
            "chromium", "--ozone-platform=wayland", "--no-sandbox", "--no-first-run",
            "--disable-gpu", "--disable-dev-shm-usage", "--user-data-dir=" + profile,
            "--app=http://127.0.0.1:%d/" % server.server_port])
        server.serve_forever()
        """
}
