import LinuxRuntime
import SinkVirtualKeyboard
import TestSupport
import Testing

/// Compared with wtype, in the same windows. The bounds leave room for a busy machine: wtype mostly
/// sleeps. On a quiet one the ratio is above 20 in foot.
@Suite(
    .runningLoop, .serialized, .needs("sway", "foot", package: "sway and foot"),
    .needs("wtype", package: "wtype"))
struct WaylandSpeedTests {
    @EventLoopActor
    @Test(arguments: [(TextWindow.Kind.foot, 5.0), (.gtk3, 1.5), (.gtk4, 1.5)])
    func isFasterThanWtype(into kind: TextWindow.Kind, times ratio: Double) async throws {
        try await withWindow(kind) { sink, window, server in
            let text = Sample.english.text
            // The best of three, since it takes so little time that any other activity shows.
            var ours = Double.infinity
            for _ in 0..<3 {
                let once = try await duration {
                    try await sink.type(text + "\n")
                    let line = try await window.line()
                    #expect(line == text)
                }
                ours = min(ours, once)
            }
            let theirs = try await duration {
                let run = try await server.run(["wtype", text, "-k", "Return"])
                let line = try await window.line()
                #expect(run.status == .exited(0))
                #expect(line == text)
            }
            print(
                "\(kind): \(Int(2000 / ours)) c/s, wtype \(Int(2000 / theirs)) c/s,",
                "ratio \((theirs / ours).rounded())")
            #expect(theirs / ours >= ratio)
        }
    }

    private func duration(_ body: () async throws -> Void) async throws -> Double {
        let start = MonotonicClock.nanoseconds
        try await body()
        return Double(MonotonicClock.nanoseconds - start) / 1e9
    }
}
