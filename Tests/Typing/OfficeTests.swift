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
        let stage = try await Stage(
            Situation(receiver: receiver, layout: .us, windowManager: .openbox, keyboard: .atRest))
        let sink = XTestSink(display: stage.server.display)
        for run in 1...Situation.runs {
            try await stage.type(SampleText.all, run: run) { try await sink.insertText($0.typable) }
        }
        sink.close()
        try await stage.close()
    }
}
