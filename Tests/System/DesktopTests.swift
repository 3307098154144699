import ControlProtocol
import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// The daemon in a desktop session, with services by python-dbusmock.
@Suite(
    .runningLoop, .serialized, .needs("dbus-daemon", package: "dbus-daemon"),
    .needs("/usr/lib/python3/dist-packages/dbusmock", package: "python3-dbusmock"))
struct DesktopTests {
    /// The text is kept when the screen is locked, and nothing is typed into the locker.
    @EventLoopActor
    @Test(
        .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
        .needs("pulseaudio", package: "pulseaudio"),
        .needs(KillTests.speech, package: "pocketsphinx-testdata"))
    func nothingIsTypedIntoALockedScreen() async throws {
        let bus = try await BusServer()
        let login = try await bus.mockLogin()
        let scene = try await SpokenScene(
            UtterSession.recording + "keep_open = true\n[overlay]\nenabled = false\n")
        let session = scene.session
        session.add(bus)
        let window = try await XWindow(.xterm, on: scene.display)
        let daemon = try await session.startDaemon()

        try await session.beginDictation()
        try await scene.sound.play(KillTests.speech)
        try await login.session.setProperty("LockedHint", .boolean(true))
        try await session.wait(for: "the end") { $0.state == .idle }
        #expect(try await session.status().microphone.staysOpen == nil)
        let text = try await session.output("last")
        #expect(!text.isEmpty)
        let refused = try await session.run("start")
        #expect(refused.status == .exited(1))
        #expect(refused.errors.contains("the screen is locked"))
        #expect(try await session.run("retype").status == .exited(1))
        #expect(try await session.status().notice == nil)

        try await login.session.setProperty("LockedHint", .boolean(false))
        let report = try await session.wait(for: "the notice") { $0.notice != nil }
        #expect(report.notice?.message == "Kept, not typed: the screen was locked")
        try await session.wait(for: "the open microphone") { $0.microphone.staysOpen == true }
        try await session.output("retype")
        try await window.waitForText(text)
        withExtendedLifetime(daemon) {}
    }

    @EventLoopActor
    @Test func errorsAreNotificationsWithoutAnOverlay() async throws {
        let bus = try await BusServer()
        let server = try await bus.notifications("body")
        // There is no sound server.
        let session = try UtterSession(
            configuration: UtterSession.recording + "[overlay]\nenabled = false\n")
        session.add(bus)
        let daemon = try await session.startDaemon()
        try await session.run("start")
        while try await server.calls(of: "Notify").isEmpty {}
        let call = try await server.calls(of: "Notify")[0]
        #expect(call[3].string?.contains("microphone") == true)
        // Without logind it works, and reports that once.
        #expect(session.log.text.components(separatedBy: "systemd-logind").count == 2)
        withExtendedLifetime(daemon) {}
    }
}

/// What a notice about a part that can't work offers.
@Suite(
    .runningLoop, .serialized, .timeLimit(.minutes(20)),
    .needs(
        "dbus-daemon", "/usr/lib/python3/dist-packages/dbusmock",
        package: "dbus-daemon or python3-dbusmock"),
    .needs("Xvfb", package: "xvfb"), .needs("xdotool", package: "xdotool"))
struct SettingsOfferTests {
    /// The button of its notification opens the window for the settings.
    @EventLoopActor @Test func aMissingMicrophoneLeadsToTheSettings() async throws {
        let bus = try await BusServer()
        let server = try await bus.notifications("body", "actions")
        let display = try await XServer()
        // There is no sound server.
        let session = try UtterSession(
            display: display,
            configuration: UtterSession.recording + "[overlay]\nenabled = false\n")
        session.add(bus)
        session.environment += ["GSK_RENDERER=cairo", "GTK_A11Y=none"]
        let daemon = try await session.startDaemon()
        try await session.run("start")
        while try await server.calls(of: "Notify").isEmpty {}
        let call = try await server.calls(of: "Notify")[0]
        #expect(call[3].string?.contains("microphone") == true)
        #expect(call[5].elements?.map(\.string) == ["settings", "Settings"])
        let status = try await session.output("status", "--json")
        #expect(status.contains(#""actions":["settings"]"#), "\(status)")
        try await server.emit("ActionInvoked", "us", [.uint32(7), .string("settings")])
        try await display.run(
            "xdotool", "search", "--sync", "--onlyvisible", "--name", "Utter: settings")
        #expect(daemon.status == nil)
    }
}

extension UtterSession {
    /// Puts the session on a message bus.
    func add(_ bus: BusServer) {
        for name in ["DBUS_SESSION_BUS_ADDRESS", "DBUS_SYSTEM_BUS_ADDRESS"] {
            environment.append("\(name)=\(bus.environment[name] ?? "")")
        }
    }
}
