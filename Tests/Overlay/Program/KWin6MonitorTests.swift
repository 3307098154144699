import ControlProtocol
import Dictation
import Foundation
import LinuxRuntime
import OverlayDrawing
import TestSupport
import Testing

/// On which of KWin's two monitors beside each other the card is: runs in a session with
/// `UTTER_DESKTOP_MONITORS="1280x720 1280x720"`.
@Suite(
    .runningLoop, .inKWin6,
    .enabled(
        if: ProcessInfo.processInfo.environment["UTTER_DESKTOP_MONITORS"] == "1280x720 1280x720",
        "needs a session with two monitors: make test-desktops"))
struct KWin6MonitorTests {
    // The kernel's codes: with these three KWin moves a window to the next monitor.
    private static let (logo, shift, right): (UInt16, UInt16, UInt16) = (125, 42, 106)

    @EventLoopActor @Test func theCardIsWhereTheFocusedWindowIs() async throws {
        let session = ProcessInfo.processInfo.environment
        let (folder, socket) = (
            try #require(session["XDG_RUNTIME_DIR"]), try #require(session["WAYLAND_DISPLAY"])
        )
        let stage = try await OverlayStage(
            ProgramPlaces.environment + [
                "WAYLAND_DISPLAY=\(folder)/\(socket)", "XDG_CURRENT_DESKTOP=KDE",
                "DBUS_SESSION_BUS_ADDRESS=\(try #require(session["DBUS_SESSION_BUS_ADDRESS"]))",
            ],
            ["--theme", "dark"])
        try await stage.waitForOverlay()
        let window = try await SessionWindow(.gtk4)
        for isRight in [false, true, false] {
            stage.publish(.recording)
            try await wait("the card is on the \(isRight ? "right" : "left")") { card in
                card.map { ($0.x >= 1280) == isRight } ?? false
            }
            try await DesktopSession.screenshot("monitors-\(isRight ? "right" : "left")")
            // The card goes with the window, at once.
            for goesRight in [!isRight, isRight] {
                try await DesktopSession.press(Self.logo, Self.shift, Self.right)
                try await wait("it has gone to the \(goesRight ? "right" : "left")") { card in
                    card.map { ($0.x >= 1280) == goesRight } ?? false
                }
            }
            // A card that is still there when the next dictation begins goes there, too.
            stage.publish(.idle, notice: .init(severity: .error, message: "No sink"))
            try await DesktopSession.press(Self.logo, Self.shift, Self.right)
        }
        stage.publish(.idle)
        try await wait("the card is gone") { $0 == nil }
        #expect(stage.process.status == nil && stage.log.text == "")
        try await window.close()
    }

    /// Waits until the card's place fulfils a condition, in two equal pictures: one alone may show
    /// it half drawn.
    @EventLoopActor
    private func wait(_ what: String, _ isThere: (PixelArea?) -> Bool) async throws {
        let screen = try #require(ProcessInfo.processInfo.environment["UTTER_DESKTOP_SCREEN"])
        let deadline = MonotonicClock.nanoseconds + 30_000_000_000
        var last: PixelArea??
        while true {
            let card = try ScreenPicture(display: screen)
                .area(of: OverlayPalette.dark.card.with(alpha: 1))
            if isThere(card), last == .some(card) { return }
            last = card
            try #require(
                MonotonicClock.nanoseconds < deadline,
                "waited in vain until \(what): \(String(describing: card))")
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
    }
}
