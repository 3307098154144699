public import Dictation
import LinuxRuntime
package import PocketSphinxModel
public import Problems
public import SpeechWorkerProtocol

/// Splits the sound into utterances, and reports their words.
///
/// It splits like the library's own program `pocketsphinx_continuous` (continuous.c): with a test
/// for speech after each 2048 samples, and a new utterance when speech has ended. It decodes in
/// smaller blocks, so that little sound waits for a block to fill when the speaker stops. The same
/// blocks give the same words. Speech without such a pause is cut between words, so that little work
/// is left when the speaker stops, however long the speech.
///
/// On a machine too slow for that, the next utterance uses the quick search, and the current one is
/// cut to get there soon: the library can't narrow its beams within an utterance.
public final class PocketSphinxEngine: DecodingEngine {
    /// In samples: 32 ms.
    public static let block = 512
    /// The number of samples between two tests for speech: 128 ms.
    private static let testing = 2048
    /// Frames after which an utterance is cut between two words: 10 s.
    private static let longUtterance = 1000
    /// Frames after which it is cut anywhere: 30 s.
    private static let longestUtterance = 3000
    /// The same when decoding is behind: 1 s and 3 s.
    private static let hurried = (long: 100, longest: 300)

    /// Silence after which sound counts as settled, and what of it is kept: the front end looks
    /// back a little when speech begins.
    private static let (settling, kept) = (5 * AudioFormat.rate, AudioFormat.rate)

    private let hearing: FeaturePipeline
    private var isInSpeech = false
    private var pace = DecodingPace(begin: 0)
    /// The number of samples of the dictation that were decoded.
    private var decodedCount = 0
    /// So many of them were there at the last test for speech.
    private var testedCount = 0
    /// So many of them are settled.
    private var settledCount = 0
    private var hasToldOfHurry = false
    private var partial = ""

    package init(_ configuration: PocketSphinxConfiguration) throws(Problem) {
        hearing = try FeaturePipeline(configuration)
    }

    public func begin(at time: Int64) throws(Problem) {
        pace = DecodingPace(begin: time)
        decodedCount = 0
        testedCount = 0
        settledCount = 0
        hasToldOfHurry = false
        try hearing.endUtterance()
        try startUtterance()
    }

    public func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        try hearing.process(samples)
        decodedCount += samples.count
        if decodedCount - testedCount >= Self.testing { try testForSpeech(tell) }
    }

    /// Begins and ends utterances as speech does.
    private func testForSpeech(_ tell: (RecognizerEvent) -> Void) throws(Problem) {
        testedCount = decodedCount
        let wasInSpeech = isInSpeech
        isInSpeech = hearing.isInSpeech
        if isInSpeech {
            if !wasInSpeech { tell(.speechStarted) }
            let words = hearing.hypothesis
            if words != partial, !words.isEmpty {
                partial = words
                tell(.partial(words))
            }
            if shouldCut {
                try endUtterance(goesOn: true, tell)
                settle(decodedCount, tell)
                try startUtterance(goesOn: true)
            }
        } else if wasInSpeech {
            tell(.speechEnded)
            try endUtterance(tell)
            settle(decodedCount, tell)
            try startUtterance()
        } else if decodedCount - settledCount > Self.settling {
            settle(decodedCount - Self.kept, tell)
        }
    }

    /// Directly after an utterance: if what follows fails, its words must not be decoded again.
    private func settle(_ count: Int, _ tell: (RecognizerEvent) -> Void) {
        settledCount = count
        tell(.settled(samples: count))
    }

    private var shouldCut: Bool {
        let isHurried = pace.isBehind && !hearing.isQuick
        let long = isHurried ? Self.hurried.long : Self.longUtterance
        let longest = isHurried ? Self.hurried.longest : Self.longestUtterance
        return hearing.length > longest || hearing.length > long && hearing.isBetweenWords
    }

    public func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {
        pace.note(
            heard: decodedCount + waiting, waiting: waiting, now: MonotonicClock.nanoseconds)
        guard pace.isBehind, !hasToldOfHurry else { return }
        hasToldOfHurry = true
        let seconds = waiting / AudioFormat.rate
        tell(
            .warning(
                Problem(
                    "speech is recognised less carefully",
                    why: "the computer is too busy to keep up: \(seconds) s of speech wait",
                    remedy: "End what keeps it busy, or set maxhmmpf lower in"
                        + " [recognizer.pocketsphinx.options].")))
    }

    public func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem) {
        if decodedCount > testedCount { try testForSpeech(tell) }
        // Sound that the front end doesn't consider speech has no words, even if the search finds
        // some.
        if isInSpeech { try endUtterance(tell) } else { try hearing.endUtterance() }
    }

    public func forgetVoice() throws(Problem) {
        try hearing.forgetVoice()
    }

    // MARK: Utterances

    private func startUtterance(goesOn: Bool = false) throws(Problem) {
        try hearing.startUtterance(goesOn: goesOn, quickly: pace.isBehind)
        if !goesOn { isInSpeech = false }
        partial = ""
    }

    private func endUtterance(
        goesOn: Bool = false, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        try hearing.endUtterance(goesOn: goesOn)
        let words = hearing.hypothesis
        if !words.isEmpty { tell(.utterance(words)) }
    }
}
