import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The overlay's card on GNOME, where it is a window of Xwayland, changes nothing else.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellCardTests {
    // The kernel's codes.
    private static let (home, x): (UInt16, UInt16) = (102, 45)

    @EventLoopActor @Test(arguments: ["1", "1.25"])
    func itTakesNeitherFocusNorClicks(atScale scale: String) async throws {
        try await setScale(scale)
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inDesktop: UtterSession.withoutHotkeyInDesktop)
        let speaker = try await DesktopSpeaker()
        let daemon = try await session.startDaemon()
        let window = try await SessionWindow(.gtk4, environment: ["RECEIVER_MAXIMIZED=1"])
        try await session.output("type", "below")
        try await window.expectText("below")
        try await DesktopSession.press(Self.home)

        try await session.beginDictation()
        let card = try await OverlayCard.middle()
        try await DesktopSession.screenshot("card-\(scale)")
        // In the window below, this moves the cursor to the end of its only line.
        try await DesktopSession.click(x: card.x, y: card.y)
        try await DesktopSession.press(Self.x)
        try await window.expectText("belowx")
        #expect(try await session.status().state == .recording)

        try await session.output("cancel")
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await speaker.remove()
        try await window.close()
        try await setScale("1")
    }

    /// That of the session's only monitor; Xwayland's screen has its logical size.
    @EventLoopActor private func setScale(_ scale: String) async throws {
        for command in [
            [
                "gsettings", "set", "org.gnome.mutter", "experimental-features",
                "['scale-monitor-framebuffer']",
            ],
            [
                "gdctl", "set", "--logical-monitor", "--primary", "--monitor", "Meta-0", "--scale",
                scale,
            ],
        ] {
            let run = try await ProgramRun(command)
            #expect(run.status == .exited(0), "\(command): \(run.errors)")
        }
        let width = Int(1280 / (Double(scale) ?? 1))
        while try await !ProgramRun(["xdpyinfo"]).output.contains(" \(width)x") {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
    }
}
