import CPocketSphinxGuard
public import Dictation
package import PocketSphinxModel
public import Problems
public import SpeechWorkerProtocol

/// Listens for one phrase, and reports an `utterance` with it each time. Nothing else is
/// recognised, nothing of the sound is kept: each block is settled at once.
public final class PhraseEngine: DecodingEngine {
    public static let block = SpottingDecoder.block

    private let decoder: SpottingDecoder
    private let phrase: String
    private var decodedCount = 0

    package init(_ configuration: PhraseConfiguration) throws(Problem) {
        let phrase = configuration.phrase
        self.phrase = phrase
        decoder = try SpottingDecoder(
            configuration.arguments, model: configuration.model,
            words: Set(configuration.words).map { ($0.word, $0.sounds) },
            search: { utter_ps_listen_for($0, phrase) }
        ) { why in
            Problem(
                "cannot listen for “\(phrase)”", why: why,
                remedy: "Choose other words, such as: utter config set wake.phrase 'hey computer'")
        }
    }

    public func begin(at time: Int64) throws(Problem) {
        decodedCount = 0
        try decoder.start()
    }

    public func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        let hasSpeechEnded = try decoder.hear(samples)
        decodedCount += samples.count
        if decoder.words != nil {
            tell(.utterance(phrase))
            try decoder.start()
        } else if hasSpeechEnded {
            // The mean of the voice is settled between utterances.
            try decoder.start()
        }
        tell(.settled(samples: decodedCount))
    }

    /// Sound that waits is decoded all the same.
    public func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {}

    public func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem) { try decoder.end() }

    public func forgetVoice() throws(Problem) {}
}
