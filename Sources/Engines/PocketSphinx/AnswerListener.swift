import PocketSphinxModel
import SpeechWorker

/// Listens for an answer, by CMU PocketSphinx: its one `utterance` is one of the answers, or empty.
/// Its dictation goes on until it is cancelled.
final class AnswerListener: WorkerRecognizer {
    init(_ configuration: AnswerConfiguration) {
        super.init(
            configuration.inWorker, limits: configuration.limits, locales: [],
            problem: { configuration.problem })
    }
}
