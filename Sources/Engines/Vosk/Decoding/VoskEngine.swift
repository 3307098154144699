public import Dictation
public import Problems
public import SpeechWorkerProtocol
package import VoskFiles

/// Reports Vosk's results. The library itself detects the ends of utterances.
public final class VoskEngine: DecodingEngine {
    /// In samples: 200 ms. The library computes in its own pieces; this is how often it is asked
    /// for partial words.
    public static let block = 3200

    private let decoder: VoskDecoder
    private var partial = ""
    /// The number of samples of the dictation that were decoded.
    private var decodedCount = 0

    package init(_ configuration: VoskConfiguration) throws(Problem) {
        decoder = try VoskDecoder(configuration)
    }

    public func begin(at time: Int64) throws(Problem) {
        decodedCount = 0
        partial = ""
        try decoder.begin()
    }

    public func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        decodedCount += samples.count
        if try decoder.accept(samples) {
            endUtterance(try decoder.result, tell)
            tell(.settled(samples: decodedCount))
        } else {
            take(partial: try decoder.partial, tell)
        }
    }

    /// The library has no quicker search.
    public func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {}

    public func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem) {
        endUtterance(try decoder.final, tell)
    }

    /// The library adapts to nothing beyond an utterance.
    public func forgetVoice() {}

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
