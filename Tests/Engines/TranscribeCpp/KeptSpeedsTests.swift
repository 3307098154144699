import SpeechWorkerProtocol
import SystemPackage
import TestSupport
import Testing
import TranscribeCppFiles

/// How fast this computer is with a model, as it is kept between two starts.
@Suite struct KeptSpeedsTests {
    /// A measurement on a busy computer would keep the model from being used for good.
    @Test func aSlowOneIsMeasuredThreeTimes() throws {
        let folder = try ScratchDirectory("utter-speeds")
        try folder.write("weights", to: "whisper.gguf")
        let model = TranscribeCppModel(.init(folder.path("whisper.gguf")))
        let kept = KeptSpeeds { $0 == "XDG_STATE_HOME" ? folder.path : nil }
        func measure(_ seconds: Double, threads: Int?) -> (kept: Double?, isCertain: Bool) {
            kept.keep(MeasuredSpeed(seconds: seconds, threads: 1), of: model, threads: threads)
            return (
                kept.speed(of: model, threads: threads)?.seconds,
                kept.isCertain(of: model, threads: threads)
            )
        }
        #expect(!kept.isCertain(of: model, threads: nil))
        #expect(measure(5, threads: nil) == (5, false))
        #expect(measure(0.5, threads: nil) == (0.5, true))
        // A computer that is slow.
        #expect(measure(5, threads: 2) == (5, false))
        #expect(measure(6, threads: 2) == (5, false))
        #expect(measure(4, threads: 2) == (4, true))
    }
}
