import ControlProtocol
import Dictation
import Glibc
import LinuxRuntime
import OverlayDrawing
import TestSupport
import Testing

/// What is really on the screen. With UTTER_WRITE_SCREENSHOTS=DIRECTORY every state is shown on
/// every kind of display, light and dark, at scale 1 and 2, and saved there.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("picom", package: "picom"),
    .needs("sway", package: "sway"), .needs("grim", package: "grim"),
    .needs("kwin_wayland", package: "kwin-wayland"), .needs("import", package: "imagemagick"))
struct ScreenTests {
    private static let directory = getenv("UTTER_WRITE_SCREENSHOTS").map { String(cString: $0) }

    /// The daemon's events for each state to show.
    private static let states: [(name: String, play: @EventLoopActor (OverlayStage) -> Void)] = [
        ("opening", { $0.publish(.recording, hearing: false) }),
        (
            "listening",
            { stage in
                stage.publish(.recording, heardFor: .seconds(7))
                stage.publish(level: 0.7)
            }
        ),
        ("words", { $0.publish(.recording, partial: "and mister john dashwood had then") }),
        (
            "many-words",
            { stage in
                stage.publish(
                    .recording,
                    partial: """
                        and mister john dashwood had then leisure to consider how much there might \
                        be prudently in his power to do for them
                        """)
            }
        ),
        ("processing", { $0.publish(.processing, partial: "to do for them") }),
        (
            "inserting",
            { stage in
                stage.lastText = "And mister John Dashwood had then leisure to consider."
                stage.publish(.inserting)
            }
        ),
        (
            "inserted",
            { stage in
                stage.publish(.inserting)
                stage.publish(.idle)
            }
        ),
        (
            "no-speech",
            { stage in
                stage.publish(
                    .idle, notice: .init(severity: .warning, message: "No speech detected"))
            }
        ),
        (
            "error",
            { stage in
                stage.publish(
                    .idle,
                    notice: .init(
                        severity: .error,
                        message: "cannot open the microphone “hw:7”: No such file or directory",
                        remedy: "Choose one of: default, pulse. utter devices lists them."))
            }
        ),
        (
            "proposal",
            { stage in
                stage.publish(
                    .idle,
                    notice: .init(
                        severity: .info, message: "The new text is ready", remedy: "“yes” or “no”",
                        actions: [.take, .leave],
                        proposal: "Dear Ms Dashwood,\n\nlet us meet at noon.\n\nKind regards"))
            }
        ),
        (
            "alternatives",
            { stage in
                stage.publish(
                    .idle,
                    notice: .init(
                        severity: .info, message: "What did you say?",
                        remedy: "“one”, “two”, “three” or “no”; utter choose 1",
                        actions: [.first, .second, .third, .leave],
                        proposal: """
                            1. He was not an ill disposed young …
                            2. He was not an old dispose young …
                            3. … young man, unless to be
                            """))
            }
        ),
        ("stays-on", { $0.publish(.recording, partial: "to do for them", staysOn: true) }),
        ("queued", { $0.publish(.processing, queued: true, partial: "to do for them") }),
        ("silence", { $0.publish(.recording, heardFor: .seconds(4), isSilent: true) }),
    ]

    @EventLoopActor
    @Test(.timeLimit(.minutes(20)), arguments: Screen.Kind.allCases)
    func everyStateIsSeen(_ kind: Screen.Kind) async throws {
        let all = Self.directory != nil
        for (theme, palette) in [("dark", OverlayPalette.dark), ("light", .light)] {
            for scale in [1, 2] where all || (scale == 2) == (theme == "light") {
                let screen = try await Screen(
                    kind, scale: Double(scale),
                    options: ["--theme", theme, "--font", "DejaVu Sans"])
                for (name, play) in Self.states {
                    // Again before each picture: some states end before the next one on a busy
                    // machine.
                    let card = try await screen.wait(palette) { play(screen.stage) }
                    // Even the smallest card is wider and higher than this.
                    #expect(card.width >= 100 * scale && card.height >= 40 * scale, "\(name)")
                    // Centred. Each of these screens is 1280 pixels wide; KWin's pixels are logical
                    // ones.
                    let middle = kind == .kwin ? 640 * scale : 640
                    #expect(abs(card.x + card.width / 2 - middle) <= 10, "\(name): \(card)")
                    if let directory = Self.directory {
                        try await screen.save(
                            to: "\(directory)/\(kind.rawValue)-\(theme)-\(scale)-\(name).png")
                    }
                }
                screen.stage.publish(.idle)
                try await screen.wait(forCard: false, palette)
                try await screen.stop()
            }
        }
    }

    /// At scale 1.5 each pixel is as it was drawn: the compositor doesn't scale it.
    @EventLoopActor
    @Test func fractionalScalesAreDrawnAsTheyAre() async throws {
        let screen = try await Screen(
            .kwin, scale: 1.5, options: ["--theme", "dark", "--font", "DejaVu Sans"])
        screen.stage.publish(
            .idle, notice: .init(severity: .error, message: "No sink", remedy: "Plug it in."))
        try await screen.wait()
        try await screen.waitUntilDrawn(
            OverlayScene(.error, "No sink", detail: "Plug it in."), scale: 1.5)
        if let directory = Self.directory {
            try await screen.save(to: "\(directory)/kwin-dark-1.5-error.png")
        }
        try await screen.stop()
    }
}
