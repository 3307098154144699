import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The whole program in a session of KWin 6 as a user has it: nothing but the permission that
/// `utter doctor --fix` gives.
@Suite(.runningLoop, .inKWin6) struct KWin6DictationTests {
    private static let configuration = """
        [hotkey]
        dictate = "Super+F9"
        # A busy desktop's keyboard may hold the key for long.
        mode = "toggle"

        [audio]
        device = "pulse:speaker.monitor"

        """
    /// KEY_LEFTMETA, KEY_F9
    private static let hotkey: (UInt16, UInt16) = (125, 67)

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .terminal])
    func theDesktopsKeyDictatesIntoTheWindow(_ kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try UtterSession(inDesktop: Self.configuration)
        try await session.run("doctor", "--fix", "--yes")
        try await program("pactl", "load-module", "module-null-sink", "sink_name=speaker")
        let speech = try await SpokenFile("hello there my friend")
        let window = try await SessionWindow(kind)
        let daemon = try await session.startDaemon()
        while try await !hasHotkey { try await EventLoop.shared.sleep(for: .milliseconds(50)) }

        try await press()
        try await session.wait(for: "the microphone") { $0.hearing }
        try await program("paplay", "--device=speaker", speech.path)
        try await DesktopSession.screenshot("dictating-\(kind)")
        try await press()
        try await session.wait(for: "the end of the dictation") { $0.state == .idle }
        let text = try await session.output("last")
        #expect(!text.isEmpty)
        try await window.expectText(text)
        try await DesktopSession.screenshot("dictated-\(kind)")

        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await program("pactl", "unload-module", "module-null-sink")
        try await window.close()
    }

    /// Whether KDE's global shortcuts have one of utter's.
    @EventLoopActor private var hasHotkey: Bool {
        get async throws {
            try await ProgramRun([
                "gdbus", "call", "--session", "--dest", "org.kde.kglobalaccel", "--object-path",
                "/component/utter", "--method", "org.kde.kglobalaccel.Component.isActive",
            ]).output == "(true,)\n"
        }
    }

    @EventLoopActor private func press() async throws {
        try await DesktopSession.press(Self.hotkey.0, Self.hotkey.1)
    }

    @EventLoopActor private func program(_ arguments: String...) async throws {
        let run = try await ProgramRun(arguments)
        #expect(run.status == .exited(0), "\(arguments): \(run.errors)")
    }
}

extension UtterSession {
    /// In the session of a real desktop in which this program runs, with a configuration of its own.
    convenience init(inDesktop configuration: String) throws {
        try self.init(configuration: configuration)
        let own = ProcessInfo.processInfo.environment
        let places = environment.filter {
            $0.hasPrefix("XDG_CONFIG_HOME=") || $0.hasPrefix("XDG_RUNTIME_DIR=")
        }
        let folder = own["XDG_RUNTIME_DIR"] ?? ""
        environment = own.filter { !["XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"].contains($0.key) }
            .map { "\($0)=\($1)" } + places + [
                "PULSE_SERVER=unix:\(folder)/pulse/native",
            ]
        // Found in the runtime directory, which is another here.
        environment.removeAll { $0.hasPrefix("WAYLAND_DISPLAY=") }
        environment.append("WAYLAND_DISPLAY=\(folder)/\(own["WAYLAND_DISPLAY"] ?? "")")
    }
}
