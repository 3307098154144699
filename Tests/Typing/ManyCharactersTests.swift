import Dictation
import LinuxRuntime
import SinkXTest
import TestSupport
import Testing

/// More characters than a keymap can hold.
@Suite(
    .runningLoop, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("setxkbmap", package: "x11-xkb-utils"))
struct ManyCharactersTests {
    @EventLoopActor @Test func twentyThousandDifferentOnesArrive() async throws {
        let stage = try await Stage(
            Situation(receiver: .xterm, layout: .us, windowManager: .none, keyboard: .atRest))
        // The CJK Unified Ideographs without the last 992.
        let text = String(
            String.UnicodeScalarView((0..<20_000).map { Unicode.Scalar(0x4E00 + $0)! }))
        let keymap = stage.state.xtestKeymap
        let sink = XTestSink(display: stage.server.display)
        try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        try await stage.window.expectText(text, "20,000 characters")
        #expect(stage.state.xtestKeymap == keymap)
        sink.close()
        try await stage.close()
    }
}
