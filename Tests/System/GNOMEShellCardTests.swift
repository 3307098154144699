import ControlProtocol
import Dictation
import Foundation
import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// The overlay's card on GNOME, where it is a window of Xwayland, changes nothing else.
@Suite(.runningLoop, .serialized, .inGNOMEShell, .timeLimit(.minutes(20)))
struct GNOMEShellCardTests {
    // The kernel's codes.
    private static let (home, x): (UInt16, UInt16) = (102, 45)

    /// Without these features of Mutter's, and with both, as Debian has them, Xwayland's screen has
    /// the monitor's own pixels at scale 2, and the settings daemon tells windows of X11 the scale.
    /// With the first alone the screen has its logical size, and the shell enlarges what is drawn.
    private static let features = ["scale-monitor-framebuffer", "xwayland-native-scaling"]

    @EventLoopActor @Test(arguments: ["1", "1.25"])
    func itTakesNeitherFocusNorClicks(atScale scale: String) async throws {
        let width = Int(1280 / (Double(scale) ?? 1))
        try await setScale(scale, [Self.features[0]], width: width)
        try await withDictations { session in
            _ = try await check(session, name: scale)
        }
        try await setScale("1", Self.features, width: 1280)
    }

    @EventLoopActor
    @Test(
        .enabled(
            if: ProcessInfo.processInfo.environment["UTTER_DESKTOP_MONITORS"] == "2560x1440",
            "needs a session with a large monitor: make test-desktops"),
        arguments: [[], features])
    func itHasTwiceThePixelsAtScale2(_ features: [String]) async throws {
        let log = "\(DesktopSession.output)/gsd-xsettings.log"
        let settings = try ChildProcess(
            ["sh", "-c", "exec /usr/libexec/gsd-xsettings >\(log) 2>&1"],
            descriptors: [nil, nil, nil]
        ) { _ in }
        try await withDictations { session in
            try await setScale("1", features, width: 2560, dpi: 96)
            let small = try await check(session, name: "large-1")
            try await setScale("2", features, width: 2560, dpi: 192)
            let large = try await check(
                session, name: "large-2", pixels: features.isEmpty ? 1 : 2)
            #expect((large.width, large.height) == (2 * small.width, 2 * small.height))
        }
        try await setScale("1", Self.features, width: 2560, dpi: 96)
        settings.send(signal: SIGTERM)
        try await waitUntil("the settings daemon ends") { settings.status != nil }
    }

    /// The body, while the daemon runs.
    @EventLoopActor
    private func withDictations(_ body: (UtterSession) async throws -> Void) async throws {
        try await DesktopSession.setLayouts(["us"])
        let session = try await UtterSession(inDesktop: UtterSession.withoutHotkeyInDesktop)
        let speaker = try await DesktopSpeaker()
        let daemon = try await session.startDaemon()
        try await body(session)
        daemon.send(signal: SIGTERM)
        try await waitUntil("the daemon ends") { daemon.status != nil }
        try await speaker.remove()
    }

    /// Clicks and types while the card is there, which a window below gets.
    ///
    /// - Parameter pixels: pixels of Xwayland's in one of the shell's.
    /// - Returns: the card's place.
    @EventLoopActor private func check(
        _ session: UtterSession, name: String, pixels: Int = 1
    ) async throws -> ScreenArea {
        let window = try await SessionWindow(.gtk4, environment: ["RECEIVER_MAXIMIZED=1"])
        try await session.output("type", "below")
        try await window.expectText("below")
        try await DesktopSession.press(Self.home)

        try await session.beginDictation()
        let card = try await OverlayCard.area()
        try await DesktopSession.screenshot("card-\(name)")
        // In the window below, this moves the cursor to the end of its only line.
        try await DesktopSession.click(
            x: card.middle.x / pixels, y: card.middle.y / pixels)
        try await DesktopSession.press(Self.x)
        try await window.expectText("belowx")
        #expect(try await session.status().state == .recording)

        try await session.output("cancel")
        try await OverlayCard.isGone()
        try await window.close()
        return card
    }

    /// Sets the scale of the session's only monitor. Returns when Xwayland has followed.
    ///
    /// - Parameters:
    ///   - features: Mutter's experimental ones.
    ///   - width: of Xwayland's screen then.
    ///   - dpi: what the settings daemon says then.
    @EventLoopActor private func setScale(
        _ scale: String, _ features: [String], width: Int, dpi: Int? = nil
    ) async throws {
        let list = features.map { "'\($0)'" }.joined(separator: ", ")
        for command in [
            [
                "gsettings", "set", "org.gnome.mutter", "experimental-features",
                features.isEmpty ? "@as []" : "[\(list)]",
            ],
            [
                "gdctl", "set", "--logical-monitor", "--primary", "--monitor", "Meta-0", "--scale",
                scale,
            ],
        ] {
            let run = try await ProgramRun(command)
            #expect(run.status == .exited(0), "\(command): \(run.errors)")
        }
        while try await !ProgramRun(["xdpyinfo"]).output.contains(" \(width)x") {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
        guard let dpi else { return }
        while try await !ProgramRun(["xprop", "-root", "RESOURCE_MANAGER"]).output
            .contains("Xft.dpi:\\t\(dpi)\\n")
        {
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
    }
}
