import Foundation
import LinuxRuntime
import SinkXTest
import TestSupport
import Testing

/// Windows that give no sign of what they have read, on a machine where other programs compete for
/// the processor: keys that they haven't read yet keep the meaning that they had when sent.
@Suite(
    .runningLoop, .serialized, .needs("Xvfb", package: "xvfb"),
    .needs("xdotool", package: "xdotool"), .needs("setxkbmap", package: "x11-xkb-utils"))
struct BusyMachineTests {
    @EventLoopActor @Test(.needsTk) func tkReadsWhatWasSent() async throws {
        try await type(SampleText.all, into: .tk)
    }

    /// In `make test-typing` only, because its programs are large. It has no emoji.
    @EventLoopActor
    @Test(
        .inFullTyping, .needs("java", package: "default-jdk"),
        .needs("openbox", package: "openbox"))
    func swingReadsWhatWasSent() async throws {
        try await type([.english, .european], into: .swing)
    }

    @EventLoopActor private func type(
        _ texts: [SampleText], into receiver: Receiver
    ) async throws {
        let stage = try await Stage(
            Situation(
                receiver: receiver, layout: .us,
                windowManager: receiver == .swing ? .openbox : .none,
                keyboard: .atRest))
        let hogs = try (0..<2 * ProcessInfo.processInfo.activeProcessorCount).map { _ in
            try stage.server.start(["sh", "-c", "while :; do :; done"])
        }
        let sink = XTestSink(display: stage.server.display)
        for run in 1...Situation.runs {
            for text in texts {
                try await stage.type(text, "\(receiver), \(text), run \(run)") {
                    try await sink.insertText(text.typable)
                }
            }
        }
        sink.close()
        withExtendedLifetime(hogs) {}
        try await stage.close()
    }
}
