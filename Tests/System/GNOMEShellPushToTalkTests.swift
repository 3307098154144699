import ControlProtocol
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Push to talk on GNOME, where the portal GlobalShortcuts watches for the key.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellPushToTalkTests {
    /// GNOME asks for each key once, so each has its own: KEY_F10, KEY_F11.
    @EventLoopActor
    @Test(arguments: [("hold", "Ctrl+F10", 68 as UInt16), ("auto", "Ctrl+F11", 87)])
    func dictatesWhileTheKeyIsHeld(mode: String, key: String, code: UInt16) async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(
            inDesktop: PushToTalk.configuration(mode: mode, key: key))
        try session.installEntry()
        let daemon = try await session.startDaemon()
        try await DesktopSession.click("Add")
        while try await session.status().hotkey.pending == true {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
        let doctor = try await session.run("doctor").output
        #expect(doctor.contains("✓ hotkey: the desktop watches for it (portal"), "\(doctor)")
        let window = try await SessionWindow(.gtk4)
        // KEY_LEFTCTRL
        try await PushToTalk(session: session, window: window, keys: (29, code)).check()
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await window.close()
    }
}
