internal import Glibc
public import LinuxRuntime
internal import SystemPackage
internal import Testing

/// A private headless sway with Xwayland: a session like a user's for code that types into it. It
/// has only the keyboards that its clients make.
@EventLoopActor
public final class SwayServer {
    /// The path of the compositor's socket.
    public let socket: String
    /// The variables by which a program finds the server, and no other session of this machine.
    public let environment: [String]
    private let directory: ScratchDirectory
    private let backend: [String]
    private var process: ChildProcess
    private var windows: [TextWindow] = []

    /// Starts sway and waits until it runs the commands of its configuration.
    ///
    /// - Parameters:
    ///   - display: an X display on which its two outputs, `X11-1` and `X11-2`, are windows; nil
    ///     for one invisible output, `HEADLESS-1`, which can't be removed.
    ///   - changes: C that takes the place of functions of sway's libraries; empty for none.
    public static func start(
        on display: XServer? = nil, changes: String = ""
    ) async throws -> SwayServer {
        let directory = try ScratchDirectory("utter-sway", user: OrdinaryUser.identifier)
        var backend =
            display.map {
                ["WLR_BACKENDS=x11", "WLR_X11_OUTPUTS=2", "DISPLAY=\($0.display)"]
            } ?? ["WLR_BACKENDS=headless"]
        if !changes.isEmpty {
            try directory.write(changes, to: "changes.c")
            let library = directory.path("changes.so")
            let built = try await ProgramRun([
                "cc", "-shared", "-fPIC", "-o", library, directory.path("changes.c"),
            ])
            try #require(built.status == .exited(0), "\(built.errors)")
            backend.append("LD_PRELOAD=\(library)")
        }
        let (process, displays) = try await launch(in: directory, backend)
        return SwayServer(directory, backend, process, displays)
    }

    private init(
        _ directory: ScratchDirectory, _ backend: [String], _ process: ChildProcess,
        _ displays: Displays
    ) {
        self.directory = directory
        self.backend = backend
        self.process = process
        socket = directory.path(displays.wayland)
        environment =
            Self.variables(directory)
            + ["WAYLAND_DISPLAY=\(displays.wayland)", "DISPLAY=\(displays.x11)"]
    }

    private struct Displays {
        let wayland: String
        let x11: String
    }

    private static func launch(
        in directory: ScratchDirectory, _ backend: [String]
    ) async throws -> (ChildProcess, Displays) {
        let greeting = try Fifo(directory.path("greeting"))
        try directory.write(
            """
            xwayland enable
            default_border none
            exec echo "$WAYLAND_DISPLAY $DISPLAY" > \(greeting.path)
            """, to: "config")
        let log = try directory.create("log")
        let process = try ChildProcess(
            OrdinaryUser.command(["sway", "--config", directory.path("config")]),
            environment: variables(directory) + backend + [
                "WLR_LIBINPUT_NO_DEVICES=1", "WLR_RENDERER=pixman",
            ],
            descriptors: [nil, log, log]
        ) { _ in }
        try log.close()
        let names = try await greeting.line(within: .seconds(180), end: "\n")
            .split(separator: " ").map(String.init)
        return (process, Displays(wayland: names[0], x11: names[1]))
    }

    private static func variables(_ directory: ScratchDirectory) -> [String] {
        ProgramPlaces.environment + [
            "HOME=\(directory.path)", "XDG_RUNTIME_DIR=\(directory.path)",
            "LC_ALL=C.UTF-8", "SWAYSOCK=\(directory.path("ipc"))",
            // Otherwise toolkits would start a session bus, and wait for missing services.
            "DBUS_SESSION_BUS_ADDRESS=disabled:", "NO_AT_BRIDGE=1", "GTK_A11Y=none",
            "GSETTINGS_BACKEND=memory", "GSK_RENDERER=cairo",
        ]
    }

    /// Runs a program in the session to its end.
    public func run(_ arguments: [String]) async throws -> ProgramRun {
        try await ProgramRun(OrdinaryUser.command(arguments), environment: environment)
    }

    /// Starts a program in the session.
    public func start(_ arguments: [String]) throws -> ChildProcess {
        let silence = try FileDescriptor.open("/dev/null", .readWrite)
        defer { try? silence.close() }
        return try ChildProcess(
            OrdinaryUser.command(arguments), environment: environment,
            descriptors: [silence, silence, silence]
        ) { _ in }
    }

    /// A path in the session's directory.
    public func path(_ name: String) -> String {
        directory.path(name)
    }

    /// Opens a window, which gets the focus, and waits until it reads keys: until a line typed by
    /// `type` comes back.
    public func open(
        _ kind: TextWindow.Kind, type: (String) async throws -> Void
    ) async throws -> TextWindow {
        let window = try launch(kind)
        try await ready(window, type: type)
        return window
    }

    /// Starts the program of a window.
    public func launch(_ kind: TextWindow.Kind) throws -> TextWindow {
        let window = try TextWindow(kind, environment: environment, directory: directory)
        windows.append(window)
        return window
    }

    /// Waits until a launched window has the focus and reads keys.
    public func ready(
        _ window: TextWindow, type: (String) async throws -> Void
    ) async throws {
        try await window.becomesReady(type: type)
    }

    /// Runs a sway command (sway(5)), such as `focus left`.
    public func command(_ command: String) async throws {
        let run = try await run(["swaymsg", command])
        if run.status != .exited(0) { throw CommandFailed(command: command, why: run.output) }
    }

    private struct CommandFailed: Error {
        let command: String
        let why: String
    }

    /// Ends the compositor at once, as a crash would.
    public func kill() {
        process.send(signal: SIGKILL)
    }

    /// Stops the compositor's process, so that it answers nothing, or continues it.
    public func freeze(_ isFrozen: Bool) {
        process.send(signal: isFrozen ? SIGSTOP : SIGCONT)
    }

    /// Starts the compositor again, at the same socket, once it has ended.
    public func restart() async throws {
        windows = []
        try await waitUntil("sway ends") { process.status != nil }
        process = try await Self.launch(in: directory, backend).0
    }

    /// Ends windows and compositor and removes their files.
    public func stop() async throws {
        windows = []
        // Its signal handler may run just before it begins to wait for events, and then it keeps
        // waiting (sway/main.c, sig_handler): a second signal ends that.
        let deadline = MonotonicClock.nanoseconds + 180_000_000_000
        while process.status == nil {
            try #require(MonotonicClock.nanoseconds < deadline, "sway does not end")
            process.send(signal: SIGTERM)
            for _ in 0..<50 where process.status == nil {
                try await EventLoop.shared.sleep(for: .milliseconds(10))
            }
        }
        directory.remove()
    }
}
