import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The whole program in a session of GNOME Shell, from the desktop's own hotkey to the text in the
/// window.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellDictationTests {
    private static let configuration = """
        [hotkey]
        dictate = "Ctrl+F9"
        # A busy desktop's keyboard may hold the key for long.
        mode = "toggle"

        [audio]
        device = "pulse:speaker.monitor"

        """

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .terminal])
    func theDesktopsKeyDictatesIntoTheWindow(_ kind: SessionWindow.Kind) async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inGNOMEShell: Self.configuration)
        try await program("pactl", "load-module", "module-null-sink", "sink_name=speaker")
        let speech = try await SpokenFile("hello there my friend")
        let daemon = try await session.startDaemon()
        // GNOME asks once.
        if kind == .gtk4 {
            let doctor = try await session.run("doctor").output
            #expect(doctor.contains("– hotkey: the desktop hasn’t said yet"), "\(doctor)")
            try await DesktopSession.click("Add")
        }
        let window = try await SessionWindow(kind)
        while try await session.status().hotkey.pending == true {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }

        try await dictate(speech, in: session) {
            try await DesktopSession.screenshot("dictating-\(kind)")
        }
        let text = try await session.output("last")
        #expect(!text.isEmpty)
        try await window.expectText(text)
        try await DesktopSession.screenshot("dictated-\(kind)")
        if kind == .gtk4 {
            // It ends a sentence or not: the next one goes on with a space.
            try await dictate(speech, in: session)
            let next = try await session.output("last")
            #expect(try await session.status().timing?.confirmed == true)
            try await window.expectText(text + (next.hasPrefix(" ") ? next : " " + next))
        }

        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await program("pactl", "unload-module", "module-null-sink")
        try await window.close()
    }

    @EventLoopActor private func dictate(
        _ speech: SpokenFile, in session: UtterSession,
        _ body: () async throws -> Void = {}
    ) async throws {
        try await session.pressHotkey()
        try await session.wait(for: "the microphone") { $0.hearing }
        try await program("paplay", "--device=speaker", speech.path)
        try await body()
        try await session.pressHotkey()
        try await session.wait(for: "the end of the dictation") { $0.state == .idle }
    }

    @EventLoopActor private func program(_ arguments: String...) async throws {
        let run = try await ProgramRun(arguments)
        #expect(run.status == .exited(0), "\(arguments): \(run.errors)")
    }
}

extension UtterSession {
    /// In the session of GNOME Shell in which this program runs, with a configuration of its own, and
    /// installed as far as the portal asks for that.
    convenience init(inGNOMEShell configuration: String) async throws {
        try self.init(configuration: configuration)
        let own = ProcessInfo.processInfo.environment
        let (home, folder) = (own["HOME"] ?? "", own["XDG_RUNTIME_DIR"] ?? "")
        let places = environment.filter {
            $0.hasPrefix("XDG_CONFIG_HOME=") || $0.hasPrefix("XDG_RUNTIME_DIR=")
        }
        let ibus = try await ProgramRun(["ibus", "address"])
        let other = [
            "PULSE_SERVER": "unix:\(folder)/pulse/native",
            // Found in the runtime directory and in that of the configuration, which are others here.
            "WAYLAND_DISPLAY": "\(folder)/\(own["WAYLAND_DISPLAY"] ?? "")",
            "IBUS_ADDRESS": String(ibus.output.dropLast()),
        ]
        environment = own.merging(other) { $1 }
            .filter { !["XDG_CONFIG_HOME", "XDG_RUNTIME_DIR"].contains($0.key) }
            .map { "\($0)=\($1)" } + places
        let applications = URL(filePath: home).appending(path: ".local/share/applications")
        try FileManager.default.createDirectory(
            at: applications, withIntermediateDirectories: true)
        // GNOME takes it for none if there is no such program.
        let entry = try String(
            contentsOf: URL(filePath: #filePath)
                .appending(path: "../../../packaging/desktop/org.utter.Utter.desktop").standardized,
            encoding: .utf8
        ).replacing("Exec=utter", with: "Exec=\(UtterSession.program)")
        try entry.write(
            to: applications.appending(path: "org.utter.Utter.desktop"), atomically: true,
            encoding: .utf8)
    }

    fileprivate func pressHotkey() async throws {
        // KEY_LEFTCTRL, KEY_F9.
        try await DesktopSession.press(29, 67)
    }
}
