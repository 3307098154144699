import Glibc
import LinuxRuntime
import TestSupport
import Testing

/// Random edits of a user's (clicks, arrow keys, typed text) and dictations in real windows,
/// against a model of the document. `UTTER_RANDOM_EDITS` is their number in each, and
/// `UTTER_RANDOM_SEED` the seed; `UTTER_RANDOM_WINDOW` names one window, as `firefoxOnSway`.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", "openbox", package: "xvfb and openbox"),
    .needs("sway", "xdotool", "xprop", package: "sway, xdotool and x11-utils"),
    .needs("/usr/libexec/at-spi-bus-launcher", package: "at-spi2-core"),
    .needs(TextWindow.Kind.gtk3.program, package: "gir1.2-gtk-3.0"),
    .needs(TextWindow.Kind.gtk4.program, package: "gir1.2-gtk-4.0"),
    .needs("/usr/lib/python3/dist-packages/PyQt5", package: "python3-pyqt5"),
    .needs("/usr/lib/python3/dist-packages/PyQt6", package: "python3-pyqt6"),
    .needs("chromium", package: "chromium"))
struct RandomEditTests {
    /// Debian 12 has Firefox and Writer, too, but a test takes long enough with Chromium.
    private static let windows =
        getenv("UTTER_RANDOM_WINDOW")
        .flatMap { EditorWindow.Kind(rawValue: String(cString: $0)) }
        .map { [$0] }
        ?? EditorWindow.Kind.allCases.filter {
            ![.firefoxOnX11, .firefoxOnSway, .writerOnX11, .writerOnSway].contains($0)
        }

    @EventLoopActor @Test(arguments: windows)
    func theTextIsTheModels(in kind: EditorWindow.Kind) async throws {
        let stage = try await EditingStage(kind)
        try await stage.takeRandomEdits(
            RandomEditCount.count, seed: RandomEditCount.seed, kind.abilities, name: "\(kind)")
        try await stage.close()
    }
}

/// How many random edits are made in each window, and which.
enum RandomEditCount {
    static let count = number("UTTER_RANDOM_EDITS") ?? 40
    static let seed = UInt64(number("UTTER_RANDOM_SEED") ?? 18)

    private static func number(_ variable: String) -> Int? {
        getenv(variable).flatMap { Int(String(cString: $0)) }
    }
}
