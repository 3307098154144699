internal import Glibc
public import LinuxRuntime
internal import SystemPackage

/// A headless sway of its own, with Xwayland: as good as a person's session for whoever types
/// into it, and nobody else's. It has no keyboard but what its clients make.
@EventLoopActor
public final class SwayServer {
    /// The path of the compositor's socket.
    public let socket: String
    /// What a program needs to find the server and nothing else of this machine's sessions.
    public let environment: [String]
    private let directory: ScratchDirectory
    private let process: ChildProcess
    private var windows: [TextWindow] = []

    /// Starts sway and waits until it runs the commands of its configuration.
    public static func start() async throws -> SwayServer {
        try await SwayServer()
    }

    private init() async throws {
        directory = try ScratchDirectory("utter-sway", user: OrdinaryUser.identifier)
        let greeting = try Fifo(directory.path("greeting"))
        try directory.write(
            """
            xwayland enable
            default_border none
            exec echo "$WAYLAND_DISPLAY $DISPLAY" > \(greeting.path)
            """, to: "config")
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let base = [
            "PATH=\(path)", "HOME=\(directory.path)", "XDG_RUNTIME_DIR=\(directory.path)",
            "LC_ALL=C.UTF-8", "SWAYSOCK=\(directory.path("ipc"))",
            // Toolkits would start a session bus, and wait for what is not on it.
            "DBUS_SESSION_BUS_ADDRESS=disabled:", "NO_AT_BRIDGE=1", "GTK_A11Y=none",
            "GSETTINGS_BACKEND=memory", "GSK_RENDERER=cairo",
        ]
        let log = try directory.create("log")
        process = try ChildProcess(
            OrdinaryUser.command(["sway", "--config", directory.path("config")]),
            environment: base + [
                "WLR_BACKENDS=headless", "WLR_LIBINPUT_NO_DEVICES=1", "WLR_RENDERER=pixman",
            ],
            descriptors: [nil, log, log]) { _ in }
        try log.close()
        let names = try await greeting.line(within: .seconds(20), end: "\n").split(separator: " ")
        socket = directory.path(String(names[0]))
        environment = base + ["WAYLAND_DISPLAY=\(names[0])", "DISPLAY=\(names[1])"]
    }

    /// Runs a program in the session to its end and answers how it ended.
    public func run(_ arguments: [String]) async throws -> ExitStatus {
        await withCheckedContinuation { continuation in
            var child: ChildProcess?
            do {
                child = try ChildProcess(
                    OrdinaryUser.command(arguments), environment: environment) { status in
                    withExtendedLifetime(child) { continuation.resume(returning: status) }
                    child = nil
                }
            } catch {
                continuation.resume(returning: .exited(127))
            }
        }
    }

    /// Opens a window, alone on the screen and focused, and waits until it reads keys: until a
    /// line that `type` typed comes back.
    public func open(
        _ kind: TextWindow.Kind, type: (String) async throws -> Void
    ) async throws -> TextWindow {
        let window = try TextWindow(kind, environment: environment, directory: directory)
        windows.append(window)
        try await window.becomesReady(type: type)
        return window
    }

    /// Ends the compositor at once, as a crash would.
    public func kill() {
        process.send(signal: SIGKILL)
    }

    /// Ends windows and compositor and removes their files.
    public func stop() async throws {
        windows = []
        process.send(signal: SIGTERM)
        for _ in 0..<500 where process.status == nil {
            try await EventLoop.shared.sleep(for: .milliseconds(10))
        }
        directory.remove()
    }
}
