import LinuxRuntime
import SinkXTest
import TestSupport
import Testing

/// LibreOffice, in `make test-typing` only, because it is large. Its generic back-end merges a
/// release and a press of the same key within a millisecond; Writer holds characters back while
/// more keys wait, but not those beyond the BMP.
@Suite(
    .runningLoop, .serialized, .inFullTyping, .needs("Xvfb", package: "xvfb"),
    .needs("xdotool", package: "xdotool"), .needs("setxkbmap", package: "x11-xkb-utils"),
    .needs("openbox", package: "openbox"), .needs("soffice", package: "libreoffice-writer"))
struct OfficeTests {
    @EventLoopActor
    @Test(arguments: [Receiver.writer3, .writer])
    func theTextReadIsTheTextSent(receiver: Receiver) async throws {
        let situation = Situation(
            receiver: receiver, layout: .us, windowManager: .openbox, keyboard: .atRest)
        let stage = try await Stage(situation)
        let sink = XTestSink(display: stage.server.display)
        try await TypingMatrix.type(in: situation.testDescription, runs: Situation.runs) {
            text, name in
            try await stage.type(text, name) { try await sink.insertText(text.typable) }
        }
        sink.close()
        try await stage.close()
    }
}
