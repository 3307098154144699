import ControlProtocol
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
    .needs("import", package: "imagemagick"))
struct ScreenTests {
    private static let directory = getenv("UTTER_WRITE_SCREENSHOTS").map { String(cString: $0) }

    /// What the daemon says in each state that is to be seen.
    private static let states: [(name: String, play: @EventLoopActor (OverlayStage) -> Void)] = [
        ("opening", { $0.publish(.recording, hearing: false) }),
        ("listening", { stage in
            stage.publish(.recording)
            stage.publish(level: 0.7)
        }),
        ("words", { $0.publish(.recording, partial: "and mister john dashwood had then") }),
        ("many-words", { stage in
            stage.publish(
                .recording,
                partial: """
                    and mister john dashwood had then leisure to consider how much there might \
                    be prudently in his power to do for them
                    """)
        }),
        ("processing", { $0.publish(.processing, partial: "to do for them") }),
        ("inserting", { stage in
            stage.lastText = "And mister John Dashwood had then leisure to consider."
            stage.publish(.inserting)
        }),
        ("inserted", { $0.publish(.idle) }),
        ("no-speech", { stage in
            stage.publish(
                .idle, notice: .init(severity: .warning, message: "No speech detected"))
        }),
        ("error", { stage in
            stage.publish(
                .idle,
                notice: .init(
                    severity: .error,
                    message: "cannot open the microphone “hw:7”: No such file or directory",
                    remedy: "Choose one of: default, pulse. utter devices lists them."))
        }),
        ("silence", { $0.publish(.recording) }),
    ]

    @EventLoopActor
    @Test(.timeLimit(.minutes(20)), arguments: Screen.Kind.allCases)
    func everyStateIsSeen(_ kind: Screen.Kind) async throws {
        let all = Self.directory != nil
        for (theme, palette) in [("dark", OverlayPalette.dark), ("light", .light)] {
            for scale in [1, 2] where all || (scale == 2) == (theme == "light") {
                let screen = try await Screen(
                    kind, scale: scale, options: ["--theme", theme, "--font", "DejaVu Sans"])
                for (name, play) in Self.states {
                    play(screen.stage)
                    let card = try await screen.wait(forCard: true, palette)
                    // The smallest of them is wider and higher than this.
                    #expect(card.width >= 100 * scale && card.height >= 40 * scale, "\(name)")
                    // In the middle; each of these screens is 1280 pixels wide.
                    #expect(abs(card.x + card.width / 2 - 640) <= 10, "\(name): \(card)")
                    if let directory = Self.directory {
                        if name == "silence" {
                            try await EventLoop.shared.sleep(for: .milliseconds(2200))
                        }
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
}
