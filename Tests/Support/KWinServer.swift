internal import Glibc
public import LinuxRuntime
internal import SystemPackage

/// A headless KWin, KDE's compositor, on a session bus of its own. It draws with OpenGL in
/// software, which it needs for screenshots.
@EventLoopActor
public final class KWinServer {
    /// The path of the compositor's socket.
    public let socket: String
    private let directory: ScratchDirectory
    private let process: ChildProcess
    private let environment: [String]

    /// - Parameters:
    ///   - width: the width of its only output, in logical pixels.
    ///   - scale: the scale of the output, such as 1.5.
    public init(width: Int, height: Int, scale: Double) async throws {
        directory = try ScratchDirectory("utter-kwin", user: OrdinaryUser.identifier)
        socket = directory.path("wayland")
        // Debian's file has a capability, and can't be executed in a container that lacks it; a
        // copy doesn't have it. KWin uses its own file name.
        let program = directory.path("kwin_wayland")
        _ = try await ProgramRun(["cp", "/usr/bin/kwin_wayland", program])
        let address = try Fifo(directory.path("address"))
        let variables = ProgramPlaces.environment + [
            "HOME=\(directory.path)", "XDG_RUNTIME_DIR=\(directory.path)",
            "LC_ALL=C.UTF-8", "KWIN_COMPOSE=O2", "KWIN_SCREENSHOT_NO_PERMISSION_CHECKS=1",
        ]
        let log = try directory.create("log")
        process = try ChildProcess(
            OrdinaryUser.command([
                "dbus-run-session", "--", "sh", "-c",
                "echo \"$DBUS_SESSION_BUS_ADDRESS\" > \(address.path); exec \"$@\"", "sh",
                program, "--virtual", "--no-lockscreen", "--no-global-shortcuts", "--socket",
                "wayland", "--width", "\(width)", "--height", "\(height)", "--scale", "\(scale)",
            ]),
            environment: variables, descriptors: [nil, log, log]) { _ in }
        try log.close()
        let bus = try await address.line(within: .seconds(180), end: "\n")
        environment = variables + ["DBUS_SESSION_BUS_ADDRESS=\(bus)"]
        try await waitUntil("KWin listens") {
            process.status != nil || access(socket, F_OK) == 0
        }
    }

    /// Saves the screen to a file as PPM and returns its path.
    public func screenshot() async throws -> String {
        let path = directory.path("screen.ppm")
        let run = try await ProgramRun(
            OrdinaryUser.command(["/usr/bin/python3", "-c", Self.camera, path]),
            environment: environment)
        if run.status != .exited(0) { throw Failed(why: run.errors) }
        return path
    }

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
        process.send(signal: SIGTERM)
        try await waitUntil("KWin ends") { process.status != nil }
        directory.remove()
    }
}
