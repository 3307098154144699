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
    private static let count = number("UTTER_RANDOM_EDITS") ?? 40
    private static let seed = UInt64(number("UTTER_RANDOM_SEED") ?? 18)
    /// A longer text is removed, as one that is sent: a window of this size shows less.
    private static let longestText = 300

    /// Debian 12 has Firefox and Writer, too, but a test takes long enough with Chromium.
    private static let windows =
        getenv("UTTER_RANDOM_WINDOW")
        .flatMap { EditorWindow.Kind(rawValue: String(cString: $0)) }
        .map { [$0] }
        ?? EditorWindow.Kind.allCases.filter {
            ![.firefoxOnX11, .firefoxOnSway, .writerOnX11, .writerOnSway].contains($0)
        }

    private static func number(_ variable: String) -> Int? {
        getenv(variable).flatMap { Int(String(cString: $0)) }
    }

    @EventLoopActor @Test(arguments: windows)
    func theTextIsTheModels(in kind: EditorWindow.Kind) async throws {
        let stage = try await EditingStage(kind)
        var (random, model) = (SplitMix(seed: Self.seed), DocumentModel())
        /// What was done since the text was empty.
        var done: [String] = []
        for number in 1...Self.count {
            let edit = RandomEdit.random(in: model, kind, &random)
            let before = model
            done.append("\(edit)")
            var (isRight, failure) = (false, "")
            do {
                try await edit.make(on: stage, &model)
                isRight = try await stage.shows(model.string)
            } catch {
                failure = ", \(error)"
            }
            if !isRight {
                Issue.record(
                    """
                    \(kind), seed \(Self.seed), edit \(number), \(done.suffix(5)): \
                    “\(before.marked)” became “\(stage.user.text)” instead of \
                    “\(model.marked)” (\(stage.notice)\(failure))
                    """)
            }
            // What follows an error is judged by itself.
            if !isRight || model.string.count > Self.longestText {
                try await stage.user.clear()
                (model, done) = (DocumentModel(), [])
            }
        }
        try await stage.close()
    }
}
