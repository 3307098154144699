import Dictation
import LinuxRuntime
import SinkXTest
import TestSupport
import Testing

/// The sink's purpose: the same text as xdotool's, exact, and faster.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"), .needs("xterm", package: "xterm"),
    .needs("xdotool", package: "xdotool"), .needs(XWindow.gtk3, package: "gir1.2-gtk-3.0"),
    .needs(XWindow.pythonGI, package: "python3-gi"))
struct ThroughputTests {
    @EventLoopActor
    @Test(
        arguments: [XWindow.Kind.xterm, .textView], [Sample.english, .european, .world])
    func isFasterThanXdotool(kind: XWindow.Kind, sample: Sample) async throws {
        let server = try await XServer()
        let text = String(String(repeating: sample.text + " ", count: 20).prefix(500))

        let window = try await XWindow(kind, on: server)
        let sink = XTestSink(display: server.display)
        try await sink.prepare()
        let start = MonotonicClock.nanoseconds
        try await sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
        let returned = MonotonicClock.nanoseconds
        try await window.waitForText(text)
        let ours = MonotonicClock.nanoseconds - start

        let other = try await XWindow(kind, on: server)
        let otherStart = MonotonicClock.nanoseconds
        try await server.run("xdotool", "type", text)
        let theirs = MonotonicClock.nanoseconds - otherStart
        // It may have lost some for good, so the wait is limited.
        for _ in 0..<200 where other.text != text {
            try await EventLoop.shared.sleep(for: .milliseconds(5))
        }
        let rate = { (time: Int64) in "\(Int64(text.count) * 1_000_000_000 / time) c/s" }
        print(
            "\(kind), \(sample.name): \(rate(ours)) (insertText returned after "
                + "\((returned - start) / 1_000_000) ms), xdotool \(rate(theirs)), "
                + "exact: \(other.text == text)")
        #expect(ours < theirs)
    }
}
