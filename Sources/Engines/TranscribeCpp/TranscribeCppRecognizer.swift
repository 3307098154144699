import Dictation
public import SpeechWorker
public import TranscribeCppFiles

/// Speech recognition on this machine by transcribe.cpp. Words come with times and confidences where
/// the model has them.
public final class TranscribeCppRecognizer: WorkerRecognizer {
    public let configuration: TranscribeCppConfiguration

    /// Makes a recogniser; its model isn't loaded yet.
    public init(_ configuration: TranscribeCppConfiguration) {
        self.configuration = configuration
        super.init(
            configuration.inWorker, limits: configuration.limits,
            locales: configuration.model.languages.map(\.description),
            problem: { configuration.problem })
    }
}
