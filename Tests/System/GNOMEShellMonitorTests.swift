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

    /// GNOME Shell's extension says it of every window.
    @EventLoopActor @Test
    func theCardFollowsTheFocusWhereTheExtensionIsEnabled() async throws {
        try await setExtension("enable")
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inDesktop: UtterSession.withoutHotkeyInDesktop)
        let speaker = try await DesktopSpeaker()
        let daemon = try await session.startDaemon()
        let right = try await SessionWindow(.gtk4, environment: ["RECEIVER_MAXIMIZED=1"])
        try await session.beginDictation()
        try await wait("the card is on the left monitor") { $0 < 1280 }
        // Its window goes to the other monitor, and then the focus to a window on the first one.
        try await DesktopSession.press(Self.logo, Self.shift, Self.right)
        try await wait("the card is on the right monitor") { $0 >= 1280 }
        try await DesktopSession.screenshot("monitors-followed")
        try await session.output("cancel")
        try await OverlayCard.isGone()
        #expect(try await middle(session).x >= 1280)

        let left = try await SessionWindow(.gtk4, environment: ["RECEIVER_MAXIMIZED=1"])
        if try await middle(session).x >= 1280 {
            try await DesktopSession.press(Self.logo, Self.shift, Self.left)
        }
        try await session.beginDictation()
        try await wait("the card is on the left monitor again") { $0 < 1280 }
        try await DesktopSession.click(x: 1280 + 640, y: 300)
        try await wait("the card is where the click was") { $0 >= 1280 }
        #expect(try await session.status().state == .recording)
        try await session.output("cancel")

        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await speaker.remove()
        for window in [left, right] { try await window.close() }
        try await setExtension("disable")
    }

    // The kernel's codes: with these three GNOME moves a window to the next monitor.
    private static let (logo, shift): (UInt16, UInt16) = (125, 42)
    private static let (left, right): (UInt16, UInt16) = (105, 106)

    @EventLoopActor private func setExtension(_ command: String) async throws {
        let run = try await ProgramRun(["gnome-extensions", command, "utter-focus@utter.org"])
        #expect(run.status == .exited(0), "\(run.errors)")
    }

    /// Waits until the card's middle fulfils a condition.
    @EventLoopActor
    private func wait(_ what: String, _ isThere: (Int) -> Bool) async throws {
        let deadline = MonotonicClock.nanoseconds + 30_000_000_000
        while !isThere(try await OverlayCard.area().middle.x) {
            try #require(MonotonicClock.nanoseconds < deadline, "waited in vain until \(what)")
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
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
