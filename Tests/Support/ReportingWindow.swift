public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// A window of GTK or Qt on a private X server that reports its text on a private accessibility bus.
@EventLoopActor
public final class ReportingWindow {
    public enum Kind: String, CaseIterable, Sendable {
        /// `paragraphs3` reports each line as a separate text, as LibreOffice Writer its
        /// paragraphs.
        case paragraphs3
        case entry3, view3, entry4, view4, password3, password4, spin3, spin4
        case entryQt5, viewQt5, passwordQt5, spinQt5, entryQt6, viewQt6, passwordQt6, spinQt6
        /// Of Qt Quick.
        case quickAreaQt6

        fileprivate var isOfQt: Bool { rawValue.contains("Qt") }
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
        // Qt doesn't start it, and Qt 5.15 finds it by a property of the display.
        _ = try await bus.connect().call(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", within: .seconds(180))
        manager = try await server.startWindowManager()
        directory = try ScratchDirectory("utter-reporting")
        let log = try directory.create("log")
        defer { try? log.close() }
        program = try ChildProcess(
            [
                "/usr/bin/python3", "-c", kind.isOfQt ? Self.qt : Self.gtk, kind.rawValue, field,
                directory.path("text"), directory.path("ready"),
            ],
            environment: server.environment.filter { !$0.hasPrefix("NO_AT_BRIDGE") }
                + bus.environment.map { "\($0)=\($1)" } + [
                    "GSETTINGS_BACKEND=memory", "QT_QUICK_BACKEND=software",
                    // As if accessibility had been switched on.
                    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1",
                ],
            descriptors: [nil, log, log]
        ) { _ in }
        try await waitUntil("\(kind) has the focus") {
            program.status != nil || !textOfFile(directory.path("ready")).isEmpty
        }
        try #require(program.status == nil, "\(textOfFile(directory.path("log")))")
    }

    /// The text in it.
    public var text: String { textOfFile(directory.path("text")) }

    /// Stops the program, so that it answers nothing, or continues it.
    public func freeze(_ isFrozen: Bool) { program.send(signal: isFrozen ? 19 : 18) }

    /// Moves the focus to a field of the same window that has no text.
    public func leave() async throws {
        try await server.run("xdotool", "key", "--delay", "0", "shift+Tab")
    }

    private static let gtk = """
        import gi, os, re, sys
        kind, field, path, ready = sys.argv[1:]
        version = kind[-1]
        gi.require_version("Gtk", version + ".0")
        from gi.repository import GLib, Gtk
        if version == "4": Gtk.init()
        before, selected, after = re.fullmatch(
            r"(.*?)(?:\\[(.*)\\]|\\|)(.*)", field, re.S).groups("")
        lines = []
        if kind == "paragraphs3":
            *lines, before = before.split("\\n")
            kind = "view3"
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
            views = [Gtk.TextView() for line in lines] + [widget]
            for view in views: box.add(view)
            for view, line in zip(views, lines): view.get_buffer().set_text(line)
            if lines:
                from gi.repository import Atk
            for view, last in zip(views[1:], views):
                view.get_accessible().add_relationship(
                    Atk.RelationType.FLOWS_FROM, last.get_accessible())
            window.add(box)
        source.connect("changed", write)
        write()
        window.connect("notify::is-active", active)
        window.present() if version == "4" else window.show_all()
        widget.grab_focus()
        GLib.MainLoop().run()
        """

    private static let qt = """
        import importlib, os, re, sys
        kind, field, path, ready = sys.argv[1:]
        package = "PyQt" + kind[-1]
        QtCore = importlib.import_module(package + ".QtCore")
        QtGui = importlib.import_module(package + ".QtGui")
        QtWidgets = importlib.import_module(package + ".QtWidgets")
        before, selected, after = re.fullmatch(
            r"(.*?)(?:\\[(.*)\\]|\\|)(.*)", field, re.S).groups("")
        content = before + selected + after
        # Qt counts units of UTF-16.
        units = lambda text: len(text.encode("utf-16-le")) // 2
        start, length = units(before), units(selected)
        application = QtWidgets.QApplication([])
        if kind.startswith("quick"):
            from PyQt6 import QtQml, QtQuick
            engine = QtQml.QQmlApplicationEngine()
            engine.loadData(
                b"import QtQuick; import QtQuick.Controls\\n"
                b"ApplicationWindow { visible: true; width: 400; height: 300;"
                b" TextArea { objectName: 'area'; focus: true } }")
            window = engine.rootObjects()[0]
            window.setTitle(kind)
            area = window.findChild(QtQuick.QQuickItem, "area")
            area.setProperty("text", content)
            area.setProperty("cursorPosition", start)
            def focus():
                if area.property("activeFocus"):
                    with open(ready, "w") as file: file.write("ready")
            area.activeFocusChanged.connect(focus)
            focus()
            sys.exit(application.exec())
        window = QtWidgets.QWidget()
        window.setWindowTitle(kind)
        button = QtWidgets.QPushButton()
        widget = (
            QtWidgets.QPlainTextEdit() if kind.startswith("view")
            else QtWidgets.QSpinBox() if kind.startswith("spin")
            else QtWidgets.QLineEdit())
        if kind.startswith("view"):
            widget.setPlainText(content)
            text = widget.toPlainText
            def select():
                cursor = QtGui.QTextCursor(widget.document())
                cursor.setPosition(start + length)
                cursor.setPosition(start, QtGui.QTextCursor.MoveMode.KeepAnchor)
                widget.setTextCursor(cursor)
        elif kind.startswith("spin"):
            widget.setMaximum(1000)
            widget.setValue(int(content))
            text = widget.text
            line = widget.findChild(QtWidgets.QLineEdit)
            select = lambda: line.setCursorPosition(start)
        else:
            if kind.startswith("password"):
                widget.setEchoMode(QtWidgets.QLineEdit.EchoMode.Password)
            widget.setText(content)
            text = widget.text
            def select():
                if length: widget.setSelection(start, length)
                else: widget.setCursorPosition(start)
        def write(*_):
            with open(path + ".new", "w") as file: file.write(text())
            os.rename(path + ".new", path)
        def focus(_, new):
            if new is not widget or os.path.exists(ready): return
            select()
            with open(ready, "w") as file: file.write("ready")
        layout = QtWidgets.QVBoxLayout(window)
        layout.addWidget(button)
        layout.addWidget(widget)
        widget.textChanged.connect(write)
        write()
        application.focusChanged.connect(focus)
        window.show()
        widget.setFocus()
        (application.exec if hasattr(application, "exec") else application.exec_)()
        """
}
