import Glibc
import LinuxRuntime
import SinkXTest
import TestSupport
import Testing

@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs("xprop", package: "x11-utils"),
    .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"), .needs("xinput", package: "xinput"),
    .needs("xkbcomp", package: "x11-xkb-utils"))
struct TypingTests {
    @EventLoopActor @Test(arguments: XWindow.Kind.allCases, Sample.all)
    func arrivesExactly(kind: XWindow.Kind, sample: Sample) async throws {
        let server = try await XServer()
        let window = try await XWindow(kind, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        let before = try await Keymaps(server)
        try await sink.insertText(sample.typable)
        try await window.waitForText(sample.text)
        #expect(try await Keymaps(server) == before)
        sink.close()
    }
}
