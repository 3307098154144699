import LinuxRuntime
import SinkXTest
import TestSupport
import Testing

/// Every character arrives, in every window, whatever the layout: `make test-typing`.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("setxkbmap", package: "x11-xkb-utils"),
    .needs("openbox", package: "openbox"), .needsPythonGI, .needsGTK3, .needsGTK4, .needsQt5,
    .needsChromium, .needsTk)
struct MatrixTests {
    @EventLoopActor @Test(arguments: Situation.chosen)
    func theTextReadIsTheTextSent(situation: Situation) async throws {
        TypingReport.begin(situation)
        defer { TypingReport.end(situation) }
        let stage = try await Stage(situation)
        let sink = XTestSink(display: stage.server.display)
        try await sink.prepare()
        for run in 1...Situation.runs {
            try await stage.type(SampleText.all, run: run) {
                try await sink.insertText($0.typable)
            }
            TypingReport.noteRun(situation)
        }
        sink.close()
        try await stage.close()
    }
}
