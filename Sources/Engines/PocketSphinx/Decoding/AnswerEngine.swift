import CPocketSphinx
public import Dictation
package import PocketSphinxModel
public import Problems
public import SpeechWorkerProtocol

/// Listens for one of some answers. The first stretch of speech is the `utterance`: the answer, or
/// nothing if it was another. It is made for one question: the mean of a voice that has said one
/// word would mislead it.
public final class AnswerEngine: SpottingDecoder, DecodingEngine {
    /// With fewer sounds it is no speech: the library takes the beginning of a microphone's noise
    /// for speech, in which it finds two.
    private static let leastSounds = 3

    private let answers: Set<String>
    private var hasHeard = false

    package init(_ configuration: AnswerConfiguration) throws(Problem) {
        answers = Set(configuration.answers)
        try super.init(
            configuration.arguments, model: configuration.model, words: configuration.vocabulary,
            search: { ps_set_jsgf_string($0, $1, configuration.grammar) }
        ) { Problem("cannot listen for an answer", why: $0) }
    }

    public override func begin(at time: Int64) throws(Problem) {
        hasHeard = false
        try super.begin(at: time)
    }

    public func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem) {
        decodedCount += samples.count
        defer { tell(.settled(samples: decodedCount)) }
        guard !hasHeard, try hear(samples) else { return }
        try end()
        let heard = words ?? ""
        let isAnswer = answers.contains(heard)
        guard isAnswer || heard.split(separator: " ").count >= Self.leastSounds else {
            return try start()
        }
        hasHeard = true
        tell(.utterance(isAnswer ? heard : ""))
    }
}
