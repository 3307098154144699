import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Desktops that reach no graphical-session.target: `utter setup` has them start the daemon, and the
/// real ones then do. systemctl is replaced, since the real one would change the machine.
@Suite(.runningLoop, .serialized) struct SessionStartTests {
    private static let restart = "systemctl --user restart utter.service"

    /// A user's session in which systemd has the unit, and nothing reaches the target.
    @EventLoopActor
    private func session(_ variables: [String]) throws -> (UtterSession, Programs) {
        let session = try UtterSession()
        let programs = try Programs(in: session)
        try programs.add(
            "systemctl",
            """
            [ "$2" != show ] || printf '%s\\n' Id=utter.service LoadState=loaded \\
                UnitFileState=disabled '' Id=graphical-session.target ActiveState=inactive
            """)
        session.environment += variables
        return (session, programs)
    }

    /// Sets the service up, twice; returns the file that was written.
    ///
    /// - Parameter effect: how what is done to it is said.
    @EventLoopActor
    private func setUp(
        _ session: UtterSession, _ programs: Programs, _ file: String, _ effect: String
    ) async throws -> URL {
        let before = try await session.run("doctor")
        #expect(
            before.output.contains("and your next session won’t start it: "), "\(before.output)")
        for time in 1...2 {
            let run = try await session.run("setup", "--yes", "service")
            #expect(run.errors.contains(effect) == (time == 1), "\(run.errors)")
            #expect(run.errors.contains("your session starts it"), "\(run.errors)")
        }
        #expect(programs.calls.filter { $0 == Self.restart }.count == 2)
        let path = session.directory.appending(path: "config/\(file)")
        let text = try String(contentsOf: path, encoding: .utf8)
        #expect(text.components(separatedBy: Self.restart).count == 2, "\(text)")
        return path
    }

    @EventLoopActor @Test(.needs("sway", package: "sway"))
    func swayStartsIt() async throws {
        let (session, programs) = try session(["WAYLAND_DISPLAY=none", "SWAYSOCK=/none"])
        let file = try await setUp(
            session, programs, "sway/config", "/etc/sway/config is copied to ")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix(try String(contentsOfFile: "/etc/sway/config", encoding: .utf8)))
        try await startSway(session, programs, ["--config", file.path])
        #expect(
            programs.calls.contains { $0.contains("import-environment WAYLAND_DISPLAY DISPLAY") })
    }

    /// Who came from i3 may have no file of sway's; and a file's last line may have no end.
    @EventLoopActor @Test(.needs("sway", package: "sway"))
    func theFileThatSwayReadsIsKept() async throws {
        let (session, programs) = try session(["WAYLAND_DISPLAY=none", "SWAYSOCK=/none"])
        let folder = session.directory.appending(path: "config/i3")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let mine = "set $mod Mod4\nbindsym $mod+Return exec foot"
        try mine.write(
            to: folder.appending(path: "config"), atomically: true, encoding: .utf8)
        let file = try await setUp(
            session, programs, "i3/config", "this is added at the end of \(folder.path)/config:")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix(mine + "\nexec systemctl"), "\(text)")
        let other = session.directory.appending(path: "config/sway/config").path
        #expect(!FileManager.default.fileExists(atPath: other))
        try await startSway(session, programs, [])
    }

    /// Starts the real sway, and waits until that has started the daemon.
    @EventLoopActor
    private func startSway(
        _ session: UtterSession, _ programs: Programs, _ arguments: [String]
    ) async throws {
        let environment = session.environment.filter {
            !$0.hasPrefix("WAYLAND_DISPLAY=") && !$0.hasPrefix("SWAYSOCK=")
        }
        _ = try await ProgramRun(["chown", "-R", "65534:65534", session.directory.path])
        let sway = try ChildProcess(
            OrdinaryUser.command(["sway"] + arguments),
            environment: environment + [
                "WLR_BACKENDS=headless", "WLR_LIBINPUT_NO_DEVICES=1", "WLR_RENDERER=pixman",
                "DBUS_SESSION_BUS_ADDRESS=disabled:",
            ]
        ) { _ in }
        try await waitUntil("sway starts the daemon") {
            programs.calls.filter { $0 == Self.restart }.count == 3
        }
        sway.send(signal: 15)
    }

    /// labwc, which is tried where it is installed (Debian 13 has it), runs a shell script.
    @EventLoopActor @Test func labwcStartsIt() async throws {
        let (session, programs) = try session(
            ["WAYLAND_DISPLAY=none", "XDG_CURRENT_DESKTOP=labwc:wlroots"])
        let folder = session.directory.appending(path: "config/labwc")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let mine = folder.appending(path: "autostart")
        try "# utter daemon\nwaybar &".write(to: mine, atomically: true, encoding: .utf8)
        let file = try await setUp(
            session, programs, "labwc/autostart", "this is added at the end of \(mine.path):")
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(text.hasPrefix("# utter daemon\nwaybar &\nsystemctl --user import-env"), "\(text)")
        #expect(text.hasSuffix(" && \(Self.restart) &\n"), "\(text)")
        let isThere = try await ProgramRun(["sh", "-c", "command -v labwc"]).status == .exited(0)
        let environment = session.environment.filter {
            !$0.hasPrefix("WAYLAND_DISPLAY=") && !$0.hasPrefix("XDG_CURRENT_DESKTOP=")
        }
        _ = try await ProgramRun(["chown", "-R", "65534:65534", session.directory.path])
        let desktop = try ChildProcess(
            OrdinaryUser.command(isThere ? ["labwc"] : ["sh", file.path]),
            environment: environment + [
                "WLR_BACKENDS=headless", "WLR_LIBINPUT_NO_DEVICES=1", "WLR_RENDERER=pixman",
                "DBUS_SESSION_BUS_ADDRESS=disabled:",
            ]
        ) { _ in }
        try await waitUntil("labwc starts the daemon") {
            programs.calls.filter { $0 == Self.restart }.count == 3
        }
        desktop.send(signal: 15)
    }

    @EventLoopActor
    @Test(.needs("i3", package: "i3-wm"), .needs("Xvfb", package: "xvfb"))
    func i3StartsIt() async throws {
        let display = try await XServer()
        let (session, programs) = try session(
            ["DISPLAY=\(display.display)", "XDG_CURRENT_DESKTOP=i3"])
        let file = try await setUp(
            session, programs, "i3/config", "/etc/i3/config is copied to ")
        let i3 = try ChildProcess(
            ["i3", "-c", file.path], environment: session.environment
        ) { _ in }
        try await waitUntil("i3 starts the daemon") {
            programs.calls.filter { $0 == Self.restart }.count == 3
        }
        i3.send(signal: 15)
    }

    /// Where the session runs what is in ~/.config/autostart, as XFCE's, MATE's and LXQt's do.
    @EventLoopActor @Test func anAutostartFileStartsIt() async throws {
        let (session, programs) = try session(["DISPLAY=:none", "XDG_CURRENT_DESKTOP=XFCE"])
        let file = try await setUp(
            session, programs, "autostart/org.utter.Utter.desktop",
            "To start it at login, the file ")
        let text = try String(contentsOf: file, encoding: .utf8)
        let command = try #require(text.firstMatch(of: /Exec=sh -c "(.*)"/)?.1)
        _ = try await ProgramRun(["sh", "-c", String(command)], environment: session.environment)
        #expect(programs.calls.filter { $0 == Self.restart }.count == 3)

        // The user has switched it off in the desktop's settings.
        try (text + "Hidden=true\n").write(to: file, atomically: true, encoding: .utf8)
        let run = try await session.run("doctor")
        #expect(run.output.contains("your next session won’t start it: XFCE"), "\(run.output)")
    }

    /// Without systemd the desktop starts the program itself, and setup does so now.
    @EventLoopActor @Test func withoutSystemdItIsStartedDirectly() async throws {
        let (session, programs) = try session(["WAYLAND_DISPLAY=none", "SWAYSOCK=/none"])
        try programs.add("systemctl", "exit 1")
        let number = session.directory.appending(path: "daemon")
        try programs.add("setsid", "echo $$ >\(number.path)\nexec \"$@\"")
        let run = try await session.run("setup", "--yes", "service")
        let pid = try #require(
            Int32(try String(contentsOf: number, encoding: .utf8).filter(\.isNumber)))
        defer { kill(pid, SIGTERM) }
        let lines = run.errors.split(separator: "\n")
        // What is going to be done, before how.
        let sentence = try #require(
            lines.firstIndex { $0.hasPrefix("  To start it at login") }, "\(run.errors)")
        let commands = lines.indices.filter { lines[$0].hasPrefix("    ") }
        #expect(commands.allSatisfy { sentence < $0 }, "\(run.errors)")
        #expect(commands.count == 5, "one line of the file, four commands: \(run.errors)")
        #expect(!lines.contains { $0.contains("Until then") }, "\(run.errors)")
        #expect(run.errors.contains("✓ service: running, and starts with your session"))
        #expect(run.status == .exited(0))
        let text = try String(
            contentsOf: session.directory.appending(path: "config/sway/config"), encoding: .utf8)
        #expect(text.contains(/\nexec \S*\/utter daemon\n$/), "\(text.suffix(200))")
    }
}
