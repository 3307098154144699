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
        let stage = try await Stage(situation)
        let sink = XTestSink(display: stage.server.display)
        try await sink.prepare()
        try await TypingMatrix.type(in: situation.testDescription, runs: Situation.runs) {
            text, name in
            try await stage.type(text, name) { try await sink.insertText(text.typable) }
        }
        sink.close()
        try await stage.close()
    }
}
