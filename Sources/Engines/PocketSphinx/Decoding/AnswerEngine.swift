import CPocketSphinxGuard
public import Dictation
package import PocketSphinxModel
public import Problems
public import SpeechWorkerProtocol

/// Listens for one of some answers. The first stretch of speech is the `utterance`: the answer, or
/// nothing if it was another. It is made for one question: the mean of a voice that has said one
/// word would mislead it.
public final class AnswerEngine: DecodingEngine {
    public static let block = SpottingDecoder.block
    /// With fewer sounds it is no speech: the library takes the beginning of a microphone's noise
    /// for speech, in which it finds two.
    private static let leastSounds = 3

    private let decoder: SpottingDecoder
    private let answers: Set<String>
    private var hasHeard = false
    private var decodedCount = 0

    package init(_ configuration: AnswerConfiguration) throws(Problem) {
        answers = Set(configuration.answers)
        decoder = try SpottingDecoder(
            configuration.arguments, model: configuration.model, words: configuration.vocabulary,
            search: { utter_ps_listen_by_grammar($0, configuration.grammar) }
        ) { Problem("cannot listen for an answer", why: $0) }
    }

    public func begin(at time: Int64) throws(Problem) {
        (decodedCount, hasHeard) = (0, false)
        try decoder.start()
    }

    public func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        decodedCount += samples.count
        defer { tell(.settled(samples: decodedCount)) }
        guard !hasHeard, try decoder.hear(samples) else { return }
        try decoder.end()
        let heard = decoder.words ?? ""
        let isAnswer = answers.contains(heard)
        guard isAnswer || heard.split(separator: " ").count >= Self.leastSounds else {
            return try decoder.start()
        }
        hasHeard = true
        tell(.utterance(isAnswer ? heard : ""))
    }

    /// Sound that waits is decoded all the same.
    public func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void) {}

    public func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem) { try decoder.end() }

    public func forgetVoice() throws(Problem) {}
}
