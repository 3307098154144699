import ControlProtocol
import Dictation
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// On which of two monitors beside each other the card is: runs in a session with
/// `UTTER_DESKTOP_MONITORS="1280x720 1280x720"`.
@Suite(
    .runningLoop, .inGNOMEShell,
    .enabled(
        if: ProcessInfo.processInfo.environment["UTTER_DESKTOP_MONITORS"] == "1280x720 1280x720",
        "needs a session with two monitors: make test-desktops"))
struct GNOMEShellMonitorTests {
    /// GNOME tells Xwayland where its own windows are, and not where the others are.
    @EventLoopActor @Test
    func theCardIsWhereAnX11WindowHasTheFocusOrOnThePrimaryOne() async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inDesktop: UtterSession.withoutHotkeyInDesktop)
        let speaker = try await DesktopSpeaker()
        let daemon = try await session.startDaemon()
        let window = try await SessionWindow(.gtk4)
        #expect(try await middle(session).x < 1280)
        let folder = try ScratchDirectory("utter-resources")
        for (number, left) in [1400, 100].enumerated() {
            try folder.write("XTerm*geometry: 60x20+\(left)+100\n", to: "resources")
            let terminal = try await SessionWindow(
                .xterm, environment: ["XENVIRONMENT=\(folder.path("resources"))"])
            let card = try await middle(session)
            try await DesktopSession.screenshot("monitors-\(number)")
            #expect((card.x >= 1280) == (left >= 1280), "\(card)")
            try await terminal.close()
        }
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await speaker.remove()
        try await window.close()
    }

    /// The middle of the card of a dictation.
    @EventLoopActor private func middle(_ session: UtterSession) async throws -> (x: Int, y: Int) {
        try await session.beginDictation()
        let middle = try await OverlayCard.area().middle
        try await session.output("cancel")
        try await OverlayCard.isGone()
        return middle
    }
}
