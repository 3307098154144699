import CPocketSphinx
public import Dictation
package import PocketSphinxModel
public import Problems
public import SpeechWorkerProtocol

/// Listens for one phrase, and reports an `utterance` with it each time. Nothing else is
/// recognised, nothing of the sound is kept: each block is settled at once.
public final class PhraseEngine: SpottingDecoder, DecodingEngine {
    private let phrase: String

    package init(_ configuration: PhraseConfiguration) throws(Problem) {
        let phrase = configuration.phrase
        self.phrase = phrase
        try super.init(
            configuration.arguments, model: configuration.model,
            words: Set(configuration.words).map { ($0.word, $0.sounds) },
            search: { ps_set_keyphrase($0, $1, phrase) }
        ) { why in
            Problem(
                "cannot listen for “\(phrase)”", why: why,
                remedy: "Choose other words, such as: utter config set wake.phrase 'hey computer'")
        }
    }

    public func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        let hasSpeechEnded = try hear(samples)
        decodedCount += samples.count
        if words != nil {
            tell(.utterance(phrase))
            try start()
        } else if hasSpeechEnded {
            // The mean of the voice is settled between utterances.
            try start()
        }
        tell(.settled(samples: decodedCount))
    }
}
