import Dictation
import LinuxRuntime
import PocketSphinxModel
import RecognizerPocketSphinx
import SpeechWorker
import TestSupport
import Testing

@testable import PocketSphinxDecoding

@Suite struct DecodingPaceTests {
    private static func nanoseconds(_ seconds: Double) -> Int64 { Int64(seconds * 1e9) }
    private static func samples(_ seconds: Double) -> Int {
        Int(seconds * Double(AudioFormat.rate))
    }

    /// Seconds of sound received and still waiting after some seconds, and whether decoding is
    /// behind by then.
    private static let live: [(seconds: Double, heard: Double, waiting: Double, isBehind: Bool)] = [
        (1, 1, 1, false),
        (3, 3, 2.9, false),
        (4, 4, 3.1, true),
        (5, 5, 0.6, true),
        (6, 6, 0.4, false),
        (7, 7, 2, false),
        // Half a second of it was recorded before the key press (preroll).
        (8, 8.5, 3.5, true),
    ]

    @Test func isBehindWhileMuchWaits() {
        var pace = DecodingPace(begin: Self.nanoseconds(100))
        for moment in Self.live {
            pace.note(
                heard: Self.samples(moment.heard), waiting: Self.samples(moment.waiting),
                now: Self.nanoseconds(100 + moment.seconds))
            #expect(pace.isBehind == moment.isBehind, "after \(moment.seconds) s")
        }
    }

    @Test func hurriesNotWithARecording() {
        var pace = DecodingPace(begin: 0)
        pace.note(heard: Self.samples(60), waiting: Self.samples(60), now: Self.nanoseconds(1))
        #expect(!pace.isBehind)
        // However slow it is.
        pace.note(heard: Self.samples(60), waiting: Self.samples(59), now: Self.nanoseconds(600))
        #expect(!pace.isBehind)
    }
}

extension PocketSphinxTests {
    @Suite(.needs("\(Recording.sense0870.path)", package: "pocketsphinx-testdata"))
    struct Hurrying {
        /// With beams so wide that no machine keeps up: some ten times slower than speech.
        @EventLoopActor @Test func searchesQuicklyWhenItFallsBehind() async throws {
            let listener = Listener()
            let beams = ["beam", "pbeam", "wbeam", "lpbeam", "lponlybeam"]
            var options = Dictionary(uniqueKeysWithValues: beams.map { ($0, "1e-54") })
            options["maxhmmpf"] = "-1"
            options["maxwpf"] = "-1"
            options["pl_window"] = "0"
            // The lattice of this many words takes minutes.
            options["bestpath"] = "no"
            let recognizer = try PocketSphinxRecognizer(
                PocketSphinxConfiguration(options: options))
            recognizer.prepare { listener.hear($0) }
            await listener.next { $0 == .ready || isEnd($0) }
            let samples = try Recording.sense0870.samples()
            recognizer.begin()
            var fed = 0
            // At a microphone's pace, until the user is warned.
            while !listener.events.contains(where: Self.isWarning), listener.problem == nil {
                try await EventLoop.shared.sleep(for: .milliseconds(100))
                let start = fed % (samples.count - 1600)
                recognizer.feed(Array(samples[start..<start + 1600]))
                fed += 1600
            }
            recognizer.finish()
            await listener.next(where: isEnd)
            #expect(listener.problem == nil)
            #expect(!listener.utterances.isEmpty)
            #expect(listener.events.count { Self.isWarning($0) } == 1)
            recognizer.close()
        }

        private static func isWarning(_ event: RecognizerEvent) -> Bool {
            if case .warning = event { true } else { false }
        }
    }
}
