import Dictation
import Problems
import SpeechDecoding

/// Reports Vosk's results. The library itself detects the ends of utterances.
final class VoskEngine: DecodingEngine {
    /// In samples: 200 ms. The library computes in pieces of its own; this is how often it is asked
    /// for partial words.
    static let block = 3200

    private let decoder: VoskDecoder
    private var partial = ""

    init(_ configuration: VoskConfiguration) throws(Problem) {
        decoder = try VoskDecoder(configuration)
    }

    func begin(at time: Int64) throws(Problem) {
        partial = ""
        try decoder.begin()
    }

    func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        if try decoder.accept(samples) {
            endUtterance(try decoder.result, tell)
        } else {
            take(partial: try decoder.partial, tell)
        }
    }

    /// The library has no quicker search.
    func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {}

    func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem) {
        endUtterance(try decoder.final, tell)
    }

    /// The library adapts to nothing beyond an utterance.
    func forgetVoice() {}

    private func take(partial words: String, _ tell: (RecognizerEvent) -> Void) {
        guard words != partial, !words.isEmpty else { return }
        if partial.isEmpty { tell(.speechStarted) }
        partial = words
        tell(.partial(words))
    }

    private func endUtterance(
        _ utterance: (text: String, words: [RecognizedWord]), _ tell: (RecognizerEvent) -> Void
    ) {
        let hadBegun = !partial.isEmpty
        partial = ""
        guard hadBegun || !utterance.text.isEmpty else { return }
        if !hadBegun { tell(.speechStarted) }
        tell(.speechEnded)
        guard !utterance.text.isEmpty else { return }
        if !utterance.words.isEmpty { tell(.words(utterance.words)) }
        tell(.utterance(utterance.text))
    }
}
