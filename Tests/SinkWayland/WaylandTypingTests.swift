import Dictation
import LinuxRuntime
import SinkWayland
import TestSupport
import Testing

/// What is typed into real windows of a real compositor is what they read.
@Suite(.runningLoop, .needs("sway", "Xwayland", package: "sway and xwayland"), .serialized)
struct WaylandTypingTests {
    @EventLoopActor @Test(arguments: [TextWindow.Kind.foot, .gtk3, .gtk4, .xterm, .gtk3OnX11])
    func everyCharacterArrives(_ kind: TextWindow.Kind) async throws {
        let server = try await SwayServer.start()
        let sink = WaylandSink(display: server.socket)
        try await sink.prepare()
        let window = try await server.open(kind) { try await sink.type($0) }
        for sample in Sample.allCases {
            let start = MonotonicClock.nanoseconds
            try await sink.type(sample.text + "\n")
            let mid = MonotonicClock.nanoseconds
            let line = try await window.line()
            let end = MonotonicClock.nanoseconds
            print(kind, sample, 2_000_000_000_000/(mid-start), 2_000_000_000_000/(end-start), line == sample.text)
            #expect(Array(line.unicodeScalars) == Array(sample.text.unicodeScalars))
        }
        sink.close()
        try await server.stop()
    }
}

extension WaylandSink {
    func type(_ text: String) async throws {
        try await insertText(TypableText(cleaning: text, lineBreaks: .keep))
    }
}
