public import PocketSphinxModel
public import SpeechWorker

/// Speech recognition on this machine by CMU PocketSphinx.
///
/// The same samples give the same words, in whatever pieces they are fed, unless live speech comes
/// to a machine that is too busy: then it uses the quick search, with a `warning`.
///
/// For an utterance that is ended by `finish` instead of a pause, `speechEnded` isn't reported.
public final class PocketSphinxRecognizer: WorkerRecognizer {
    public let configuration: PocketSphinxConfiguration

    /// Makes a recogniser; its model isn't loaded yet.
    public init(_ configuration: PocketSphinxConfiguration = .standard) {
        self.configuration = configuration
        super.init(
            configuration.inWorker, limits: configuration.limits,
            locales: [configuration.locale],
            problem: { ModelFiles(configuration: configuration).problem })
    }
}
