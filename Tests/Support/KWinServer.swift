internal import Glibc
public import LinuxRuntime
internal import SystemPackage

/// A headless KWin, KDE's compositor, on its own session bus: a session like a user's.
@EventLoopActor
public final class KWinServer {
    /// Which clients may press keys.
    public enum Permission: Sendable {
        /// The programs that a .desktop file permits.
        case byFile
        /// All.
        case everybody
    }

    /// The path of the compositor's socket.
    public let socket: String
    /// The variables by which a program finds the session, and no other one of this machine.
    public let environment: [String]
    private let directory: ScratchDirectory
    private let process: ChildProcess
    private var windows: [TextWindow] = []

    /// - Parameters:
    ///   - width: the width of each output, in logical pixels.
    ///   - scale: the scale of the outputs, such as 1.5.
    ///   - outputs: how many there are, beside each other.
    ///   - layouts: the keyboard layouts, as in `kxkbrc`: `us,ru`; the first is active.
    ///   - options: of the layouts: `grp:rctrl_toggle`.
    ///   - hasX11Windows: whether it starts Xwayland.
    ///   - isDrawn: whether it draws with OpenGL in software, which it needs for screenshots.
    public init(
        width: Int = 800, height: Int = 600, scale: Double = 1, outputs: Int = 1,
        layouts: String? = nil, options: String = "", hasX11Windows: Bool = false,
        isDrawn: Bool = true,
        permission: Permission = .everybody
    ) async throws {
        directory = try ScratchDirectory("utter-kwin", user: OrdinaryUser.identifier)
        socket = directory.path("wayland")
        // Debian's file has a capability, and can't be executed in a container that lacks it; a
        // copy doesn't have it. KWin uses its own file name.
        let program = directory.path("kwin_wayland")
        _ = try await ProgramRun(["cp", "/usr/bin/kwin_wayland", program])
        let greeting = try Fifo(directory.path("greeting"))
        try directory.write(
            """
            #!/bin/sh
            echo "$DISPLAY $DBUS_SESSION_BUS_ADDRESS" >\(greeting.path)

            """, to: "greet")
        chmod(directory.path("greet"), 0o755)
        if let layouts {
            // As System Settings writes it: KWin 5 ignores the options unless it may forget others.
            let lines =
                "[Layout]\nLayoutList=\(layouts)\nOptions=\(options)\n"
                + "ResetOldOptions=true\nUse=true\n"
            let script = #"mkdir -p "$1" && printf '%s' "$2" >"$1/kxkbrc""#
            _ = try await ProgramRun(
                OrdinaryUser.command(
                    ["sh", "-c", script, "sh", directory.path(".config"), lines]))
        }
        // The session's own, but for this process too, if it is root's.
        try directory.write(
            """
            <busconfig><type>session</type><listen>unix:tmpdir=/tmp</listen>
            <policy context="default"><allow user="*"/><allow send_destination="*"/>
            <allow eavesdrop="true"/><allow own="*"/></policy></busconfig>
            """, to: "bus.conf")
        let variables =
            ProgramPlaces.environment + [
                "HOME=\(directory.path)", "XDG_RUNTIME_DIR=\(directory.path)",
                "XDG_CURRENT_DESKTOP=KDE", "XDG_MENU_PREFIX=kf5-", "LC_ALL=C.UTF-8",
            ]
        let own =
            [
                "KWIN_COMPOSE=\(isDrawn ? "O2" : "Q")", "KWIN_SCREENSHOT_NO_PERMISSION_CHECKS=1",
            ] + (permission == .everybody ? ["KWIN_WAYLAND_NO_PERMISSION_CHECKS=1"] : [])
        let log = try directory.create("log")
        process = try ChildProcess(
            OrdinaryUser.command(
                [
                    "dbus-run-session", "--config-file", directory.path("bus.conf"), "--", program,
                    "--virtual", "--no-lockscreen", "--no-global-shortcuts", "--socket", "wayland",
                    "--width", "\(width)", "--height", "\(height)", "--scale", "\(scale)",
                    "--output-count", "\(outputs)",
                ] + (hasX11Windows ? ["--xwayland"] : []) + [directory.path("greet")]),
            environment: variables + own, descriptors: [nil, log, log]
        ) { _ in }
        try log.close()
        // Once it listens, and Xwayland runs.
        let words = try await greeting.line(within: .seconds(180), end: "\n")
            .split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        environment =
            variables + [
                "WAYLAND_DISPLAY=wayland", "DBUS_SESSION_BUS_ADDRESS=\(words[1])",
            ] + (words[0].isEmpty ? [] : ["DISPLAY=\(words[0])"])
    }

    /// A path in the session's directory, which is also its user's home.
    public func path(_ name: String) -> String { directory.path(name) }

    /// The value of a variable of the session.
    public subscript(_ name: String) -> String? {
        environment.last { $0.hasPrefix("\(name)=") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Writes a file in the session's directory, as its user.
    public func write(_ text: String, to name: String) async throws {
        let script = #"mkdir -p "${1%/*}" && printf '%s' "$2" >"$1""#
        let run = try await run(["sh", "-c", script, "sh", path(name), text])
        if run.status != .exited(0) { throw Failed(why: run.errors) }
    }

    /// Runs a program in the session to its end.
    public func run(
        _ arguments: [String], variables: [String] = []
    ) async throws -> ProgramRun {
        try await ProgramRun(
            OrdinaryUser.command(arguments), environment: environment + variables)
    }

    /// Starts a program in the session.
    public func start(_ arguments: [String], variables: [String] = []) throws -> ChildProcess {
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        return try ChildProcess(
            OrdinaryUser.command(arguments), environment: environment + variables,
            descriptors: [silence, silence, silence]
        ) { _ in }
    }

    /// Opens a window, which gets the focus, and waits until it reads keys: until a line typed by
    /// `type` comes back.
    public func open(
        _ kind: TextWindow.Kind, type: (String) async throws -> Void
    ) async throws -> TextWindow {
        let window = try TextWindow(
            kind,
            environment: environment.filter { !$0.hasPrefix("DBUS_SESSION") } + [
                // Otherwise toolkits wait for missing services.
                "DBUS_SESSION_BUS_ADDRESS=disabled:", "NO_AT_BRIDGE=1", "GTK_A11Y=none",
                "GSETTINGS_BACKEND=memory", "GSK_RENDERER=cairo",
            ], directory: directory)
        windows.append(window)
        try await window.becomesReady(type: type)
        return window
    }

    /// Stops the compositor's process, so that it answers nothing, or continues it.
    public func freeze(_ isFrozen: Bool) {
        process.send(signal: isFrozen ? SIGSTOP : SIGCONT)
    }

    /// Saves the screen to a file as PPM and returns its path.
    public func screenshot() async throws -> String {
        let path = directory.path("screen.ppm")
        let run = try await run(["/usr/bin/python3", "-c", Self.camera, path])
        if run.status != .exited(0) { throw Failed(why: run.errors) }
        return path
    }

    /// Runs a script in KWin, as a program of the session does; it stays loaded.
    ///
    /// - Parameter source: JavaScript.
    public func load(script name: String, _ source: String) async throws {
        try await write(source, to: name + ".js")
        let run = try await run(
            ["/usr/bin/python3", "-c", Self.scripting, name, path(name + ".js")])
        if run.status != .exited(0) { throw Failed(why: run.errors) }
    }

    public func unload(script name: String) async throws {
        let run = try await run(["/usr/bin/python3", "-c", Self.scripting, name])
        if run.status != .exited(0) { throw Failed(why: run.errors) }
    }

    /// org.kde.kwin.Scripting: unloads a script, and loads and runs it if there is a file.
    private static let scripting = """
        import dbus, sys
        bus = dbus.SessionBus()
        scripts = dbus.Interface(
            bus.get_object("org.kde.KWin", "/Scripting"), "org.kde.kwin.Scripting")
        scripts.unloadScript(sys.argv[1])
        if len(sys.argv) > 2:
            number = scripts.loadScript(sys.argv[2], sys.argv[1], signature="ss")
            script = bus.get_object("org.kde.KWin", f"/{number}")
            dbus.Interface(script, "org.kde.kwin.Script").run()
        """

    private struct Failed: Error {
        let why: String
    }

    /// org.kde.KWin.ScreenShot2: the pixels come through a pipe.
    private static let camera = """
        import dbus, os, sys, threading
        screen = dbus.Interface(
            dbus.SessionBus().get_object("org.kde.KWin", "/org/kde/KWin/ScreenShot2"),
            "org.kde.KWin.ScreenShot2")
        reading, writing = os.pipe()
        parts = []
        def read():
            while part := os.read(reading, 1 << 20): parts.append(part)
        reader = threading.Thread(target=read)
        reader.start()
        picture = screen.CaptureWorkspace(
            {"native-resolution": True}, dbus.types.UnixFd(writing))
        os.close(writing)
        reader.join()
        pixels = b"".join(parts)
        colours = bytearray(len(pixels) // 4 * 3)
        for channel in range(3): colours[channel::3] = pixels[2 - channel::4]
        with open(sys.argv[1], "wb") as file:
            file.write(b"P6 %d %d 255\\n" % (picture["stride"] // 4, picture["height"]))
            file.write(colours)
        """

    /// Ends the compositor and its bus.
    public func stop() async throws {
        windows = []
        process.send(signal: SIGTERM)
        try await waitUntil("KWin ends") { process.status != nil }
        directory.remove()
    }
}
