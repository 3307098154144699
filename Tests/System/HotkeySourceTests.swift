import ControlProtocol
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Who is asked to watch for the hotkey where keyboards may not be read. KDE's interface is mocked.
@Suite(
    .runningLoop, .serialized, .needs("dbus-daemon", package: "dbus-daemon"),
    .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"),
    .timeLimit(.minutes(10)))
struct HotkeySourceTests {
    /// A user of KDE who may read no keyboard.
    @EventLoopActor
    private final class Scene {
        let session: UtterSession
        let desktop: KGlobalAccelMock
        private let bus: BusServer

        init(source: String, program: String = UtterSession.program) async throws {
            bus = try await BusServer(isOpen: true)
            desktop = try await KGlobalAccelMock(on: bus)
            session = try UtterSession(
                configuration: "[hotkey]\nsource = \"\(source)\"\ndictate = \"Super+F9\"\n",
                command: OrdinaryUser.command([program]))
            session.add(bus)
            session.environment.append("XDG_CURRENT_DESKTOP=KDE")
            _ = try await ProgramRun(OrdinaryUser.owning(session.directory.path))
        }

        /// The actions that were given to KDE.
        func actions() async throws -> [String] {
            try await desktop.object.calls(of: "doRegister").compactMap {
                $0.first?.elements?[1].string
            }
        }
    }

    /// As without root: the helper is a program like others, which may read no keyboard.
    @EventLoopActor @Test func aHelperWithoutItsGroupIsPassedOver() async throws {
        let prefix = try ScratchDirectory("utter-prefix")
        chmod(prefix.path, 0o755)
        for name in ["utter", "utter-hotkeys"] {
            let built = URL(filePath: UtterSession.program).deletingLastPathComponent()
                .appending(path: name).path
            let copy = try await ProgramRun(
                ["install", "-D", built, prefix.path("libexec/utter/\(name)")])
            try #require(copy.status == .exited(0), "\(copy.errors)")
        }
        let scene = try await Scene(source: "auto", program: prefix.path("libexec/utter/utter"))
        let run = try await scene.session.run("doctor")
        #expect(
            run.output.contains("hotkey: the desktop can watch for it (KGlobalAccel)"),
            "\(run.output)")
    }

    /// The first dictations say which keys end them, unless nobody watches for those.
    @EventLoopActor @Test func keysThatNobodyWatchesForAreNotAdvised() async throws {
        let session = try UtterSession(configuration: "[hotkey]\nsource = \"portal\"\n")
        let daemon = try session.spawnDaemon()
        let report = try await session.wait(for: "the problem") { $0.hotkey.problem != nil }
        #expect(report.hotkey.hint == nil)
        daemon.send(signal: SIGTERM)
    }

    /// The keys that the user might want instead are not taken for the question.
    @EventLoopActor @Test(.needs("setsid", package: "util-linux"))
    func choosingAnotherKeyLeavesTheDesktopsKeysAlone() async throws {
        let scene = try await Scene(source: "kde")
        let terminal = try PseudoTerminal(
            scene.session.command + ["setup", "hotkey"], environment: scene.session.environment)
        try await terminal.wait(for: "Press Super+F9")
        while !terminal.output.contains("✓ Super+F9 was pressed.") {
            try await scene.desktop.emit("globalShortcutPressed", "hotkey-1")
        }
        try await terminal.wait(for: "Keep Super+F9?")
        try terminal.type("c\n")
        try await terminal.wait(for: "Which key?")
        try terminal.type("F8\n")
        try await terminal.wait(for: "Press F8")
        #expect(Set(try await scene.actions()) == ["hotkey-1"])
        try terminal.type("\u{3}")
        #expect(try await terminal.wait() == .exited(130), "\(terminal.output)")
    }
}
