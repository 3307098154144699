import Glibc
import LinuxRuntime
import SystemPackage
import TestSupport
import Testing

/// The window of a real program with one text field, a receiver of Tests/Typing, on X11 or on sway.
/// Its screen is a private X server, so that the user of both is xdotool.
@EventLoopActor
final class EditorWindow {
    enum Kind: String, CaseIterable, Sendable {
        case gtk3OnX11, gtk4OnX11, qt5OnX11, qt6OnX11, chromiumOnX11, firefoxOnX11
        /// LibreOffice Writer, with GTK 3.
        case writerOnX11
        case gtk3OnSway, gtk4OnSway, chromiumOnSway, firefoxOnSway, writerOnSway

        var isOnSway: Bool { rawValue.hasSuffix("OnSway") }
        /// GTK 3 and Firefox give their input methods the cursor only, Writer's paragraphs are
        /// separate texts, and Chromium counts wrong.
        var abilities: EditingAbilities {
            EditingAbilities(
                isOneLine: self == .qt5OnX11,
                reportsSelection: ![.gtk3OnSway, .firefoxOnSway, .writerOnSway].contains(self),
                reportsSelectionOfLines: self != .writerOnX11,
                reportsSelectionWithEmoji: self != .chromiumOnX11)
        }
        /// Where its text begins, in pixels.
        fileprivate var textStart: (x: Int, y: Int) {
            switch self {
            case .chromiumOnX11, .chromiumOnSway: (10, 70)
            case .firefoxOnX11, .firefoxOnSway: (10, 100)
            case .writerOnX11: (283, 219)
            // Below the title.
            case .gtk4OnX11: (0, 40)
            default: (0, 0)
            }
        }

        fileprivate var receiver: (program: String, kind: String) {
            switch self {
            case .gtk3OnX11, .gtk3OnSway: ("gtk.py", "view3")
            case .gtk4OnX11, .gtk4OnSway: ("gtk.py", "view4")
            case .qt5OnX11: ("qt.py", "qt")
            case .qt6OnX11: ("qt6.py", "qt6")
            case .chromiumOnX11: ("browser.py", "chromium")
            case .chromiumOnSway: ("browser.py", "chromium-wayland")
            case .firefoxOnX11, .firefoxOnSway: ("browser.py", "firefox")
            case .writerOnX11, .writerOnSway: ("writer.py", "writer3")
            }
        }
    }

    let kind: Kind
    let screen: XServer
    /// The session in which its program runs.
    let sway: SwayServer?
    /// The bus on which it reports its text; nil on sway.
    let bus: BusServer?
    private let manager: ChildProcess?
    /// For its files; nil on sway, where they are among the session's.
    private let directory: ScratchDirectory?
    private let program: ChildProcess
    /// Its standard input: some end with it.
    private let commands: OwnedDescriptor
    /// Files: its text, that it has the focus, what its program says.
    private let (content, ready, log): (String, String, String)
    /// A browser's profile.
    let profile: String
    private static let title = "editor"
    /// One that the field takes.
    private let firstKey: String
    private var corner: (x: Int, y: Int) = (0, 0)

    /// Opens it, and waits until it has the focus and reads keys.
    ///
    /// - Parameter input: the type of a browser's `<input>`; nil for a text area.
    init(_ kind: Kind, input: String? = nil) async throws {
        self.kind = kind
        firstKey = input == nil ? "x" : "1"
        screen = try await XServer(program: ["Xvfb", "-screen", "0", "1280x800x24"])
        var environment: [String]
        if kind.isOnSway {
            let sway = try await SwayServer.start(on: screen)
            try await Self.keepFirstOutput(on: screen)
            environment = sway.environment + ["GDK_BACKEND=wayland"]
            if kind == .writerOnSway {
                let bus = try await BusServer()
                environment.removeAll { $0.hasPrefix("DBUS_") || $0.hasPrefix("NO_AT_BRIDGE") }
                environment += bus.environment.filter { $0.key.hasPrefix("DBUS_") }
                    .map { "\($0)=\($1)" }
                self.bus = bus
            } else {
                bus = nil
            }
            (self.sway, manager, directory) = (sway, nil, nil)
        } else {
            let bus = try await BusServer()
            // As desktops begin: the accessibility bus knows the display, and runs. Qt doesn't
            // start it, and Qt 5.15 finds it by a property of the display.
            try await screen.run(
                ["env"] + bus.environment.map { "\($0)=\($1)" }
                    + ["dbus-update-activation-environment", "DISPLAY"])
            _ = try await bus.connect().call(
                "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress",
                within: .seconds(180))
            environment =
                screen.environment.filter { !$0.hasPrefix("NO_AT_BRIDGE") }
                + bus.environment.map { "\($0)=\($1)" } + [
                    "GSETTINGS_BACKEND=memory",
                    // As if accessibility had been switched on.
                    "QT_LINUX_ACCESSIBILITY_ALWAYS_ON=1", "GNOME_ACCESSIBILITY=1",
                    "MOZ_ENABLE_WAYLAND=0", "RECEIVER_ACCESSIBLE=1",
                ]
            (self.bus, sway) = (bus, nil)
            let directory = try ScratchDirectory("utter-editor")
            manager = try await Self.startManager(on: screen, directory)
            self.directory = directory
        }
        if let input { environment.append("RECEIVER_INPUT=\(input)") }
        let file = { [sway, directory] (name: String) in
            sway?.path("editor-\(name)") ?? directory!.path(name)
        }
        (content, ready, log) = (file("content"), file("ready"), file("log"))
        profile = file("profile")
        let log = try FileDescriptor.open(
            FilePath(log), .writeOnly, options: [.create, .truncate, .closeOnExec],
            permissions: [.ownerReadWrite])
        defer { try? log.close() }
        let (receiver, field) = kind.receiver
        let path = Project.path("Tests/Typing/receivers/\(receiver)")
        let arguments = [
            "/usr/bin/python3", path, field, Self.title, content, ready, profile,
        ]
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        commands = OwnedDescriptor(adopting: pipe.writeEnd.rawValue)
        for end in [pipe.readEnd, pipe.writeEnd] { _ = fcntl(end.rawValue, F_SETFD, FD_CLOEXEC) }
        program = try ChildProcess(
            // Writer's bus belongs to the tests' user.
            sway == nil || bus != nil ? arguments : OrdinaryUser.command(arguments),
            environment: environment,
            descriptors: [pipe.readEnd, log, log]
        ) { _ in }
        try await becomesReady()
    }

    /// The windows of the two outputs are at the same place; removes the upper one, the second's.
    private static func keepFirstOutput(on screen: XServer) async throws {
        try await screen.run(
            "sh", "-c",
            "eval $(xdotool mousemove --sync 300 300 getmouselocation --shell);"
                + " xdotool windowunmap --sync $WINDOW mousemove 200 200 mousemove 300 300")
    }

    /// Starts a window manager that has no use for clicks: openbox as it is looks at each before the
    /// window gets it, and a key that is pressed next overtakes it.
    private static func startManager(
        on screen: XServer, _ directory: ScratchDirectory
    ) async throws -> ChildProcess {
        try directory.write(
            "<openbox_config><mouse></mouse></openbox_config>", to: "openbox.xml")
        let manager = try screen.start(
            ["openbox", "--config-file", directory.path("openbox.xml")])
        var isManaged = false
        while !isManaged {
            try #require(manager.status == nil, "openbox ended")
            isManaged = try await screen.run("xprop", "-root", "_NET_SUPPORTING_WM_CHECK")
                .contains("window id")
        }
        return manager
    }

    private func becomesReady() async throws {
        try await waitUntil("\(kind) has the focus") {
            program.status != nil || access(ready, F_OK) == 0
        }
        // The keys of a nested compositor are those pressed while the pointer is in its window.
        if !kind.isOnSway {
            // Writer has it once its file says so; xdotool would take it away from the document.
            if kind != .writerOnX11 {
                try await screen.run(
                    "xdotool", "search", "--sync", "--onlyvisible", "--name", Self.title,
                    "windowfocus", "--sync")
            }
            // xdotool counts the width of the frame twice.
            let place = try await screen.run("sh", "-c", "xwininfo -id $(xdotool getwindowfocus)")
            func number(_ name: String) -> Int {
                place.split(separator: "\n").first { $0.contains(name) }?
                    .split(separator: " ").last.flatMap { Int($0) } ?? 0
            }
            corner = (number("upper-left X"), number("upper-left Y"))
        }
        // Keys are lost until it reads them.
        let limit = MonotonicClock.nanoseconds + 180_000_000_000
        repeat {
            try #require(program.status == nil, "\(textOfFile(log))")
            try #require(MonotonicClock.nanoseconds < limit, "\(kind) reads no keys")
            try await press(firstKey, 1)
            let deadline = MonotonicClock.nanoseconds + 1_000_000_000
            while text.isEmpty, MonotonicClock.nanoseconds < deadline {
                try await EventLoop.shared.sleep(for: .milliseconds(5))
            }
        } while text.isEmpty
        try await clear()
    }

    /// The text in it.
    var text: String { textOfFile(content) }

    func close() async throws {
        program.send(signal: SIGKILL)
        try await waitUntil("\(kind) ends") { program.status != nil }
        try await sway?.stop()
    }
}

// What the user does.
extension EditorWindow {
    func type(_ text: String) async throws {
        if text == "\n" { return try await press("Return", 1) }
        try await screen.run("xdotool", "type", "--delay", "1", text)
    }

    func press(_ key: String, _ count: Int) async throws {
        try await screen.run(
            ["xdotool", "key", "--delay", "1"] + Array(repeating: key, count: count))
    }

    /// Clicks at a place of its text, in pixels from its start.
    func click(_ x: Int, _ y: Int) async throws {
        let start = kind.textStart
        try await screen.run(
            "xdotool", "mousemove", "--sync", "\(corner.x + start.x + x)",
            "\(corner.y + start.y + y)", "click", "1")
    }

    /// Empties it.
    func clear() async throws {
        try await press("ctrl+a", 1)
        try await press("BackSpace", 1)
        try await waitUntil("\(kind) is empty") { text.isEmpty }
    }
}
