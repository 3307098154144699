import PocketSphinxModel
import SpeechWorker

/// Listens for a phrase, by CMU PocketSphinx: each `utterance` is the phrase. Its dictation goes on
/// until it is cancelled.
final class PhraseListener: WorkerRecognizer {
    init(_ configuration: PhraseConfiguration) {
        super.init(
            configuration.inWorker, limits: configuration.limits, locales: [],
            problem: { configuration.problem })
    }
}
