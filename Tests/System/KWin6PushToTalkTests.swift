import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Push to talk on KDE, where KGlobalAccel or the portal GlobalShortcuts watches for the key.
@Suite(.runningLoop, .inKWin6) struct KWin6PushToTalkTests {
    @EventLoopActor
    @Test(arguments: [
        ("hold", "kde", "Super+F10", 68 as UInt16), ("auto", "kde", "Super+F11", 87),
        ("hold", "portal", "Super+F12", 88),
    ])
    func dictatesWhileTheKeyIsHeld(
        mode: String, source: String, key: String, code: UInt16
    ) async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(
            inDesktop: PushToTalk.configuration(mode: mode, key: key, source: source))
        try session.installEntry()
        try await session.run("doctor", "--fix", "--yes")
        let daemon = try await session.startDaemon()
        while try await session.status().hotkey.pending == true {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
        let doctor = try await session.run("doctor").output
        let interface = source == "kde" ? "KGlobalAccel" : "portal GlobalShortcuts"
        #expect(doctor.contains("✓ hotkey: the desktop watches for it (\(interface))"), "\(doctor)")
        let window = try await SessionWindow(.gtk4)
        // KEY_LEFTMETA
        try await PushToTalk(session: session, window: window, keys: (125, code)).check()
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await window.close()
    }
}
