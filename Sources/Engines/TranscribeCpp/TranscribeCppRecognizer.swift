import Dictation
public import SpeechWorker
import SpeechWorkerProtocol
public import TranscribeCppFiles

/// Speech recognition on this machine by transcribe.cpp. Words come with times and confidences where
/// the model has them.
public final class TranscribeCppRecognizer: WorkerRecognizer {
    public let configuration: TranscribeCppConfiguration

    /// Makes a recogniser; its model isn't loaded yet.
    ///
    /// - Parameter speeds: where the computer's speed with the model is kept; nil: it is measured each
    ///   time that the model is loaded.
    public init(_ configuration: TranscribeCppConfiguration, speeds: KeptSpeeds? = nil) {
        self.configuration = configuration
        super.init(
            Self.inWorker(configuration, speeds), limits: configuration.limits,
            locales: configuration.model.languages.map(\.description),
            problem: { configuration.problem },
            onMeasured: {
                speeds?.keep($0, of: configuration.model, threads: configuration.threads)
            })
    }

    private static func inWorker(
        _ configuration: TranscribeCppConfiguration, _ speeds: KeptSpeeds?
    ) -> EngineConfiguration {
        var configuration = configuration
        let (model, threads) = (configuration.model, configuration.threads)
        if let speeds, speeds.isCertain(of: model, threads: threads) {
            configuration.speed = speeds.speed(of: model, threads: threads)
        }
        return configuration.inWorker
    }
}
