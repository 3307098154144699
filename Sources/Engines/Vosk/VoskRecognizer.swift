import Dictation
public import SpeechWorker
public import VoskFiles

/// Speech recognition on this machine by Vosk (Kaldi). Words come with their times and the engine's
/// confidence.
public final class VoskRecognizer: WorkerRecognizer {
    public let configuration: VoskConfiguration

    /// Makes a recogniser; its model isn't loaded yet.
    public init(_ configuration: VoskConfiguration) {
        self.configuration = configuration
        super.init(
            configuration.inWorker, limits: configuration.limits,
            locales: configuration.model.language.map { [$0.description] } ?? [],
            problem: { configuration.problem })
    }
}
