public import Dictation
public import DictationParts
public import PocketSphinxModel
public import Problems
import SpeechWorker

/// Speech recognition on this machine by CMU PocketSphinx.
///
/// The model is loaded and speech decoded in a process of its own, `utter-speech`, during the
/// dictation; an idle recogniser causes no wake-ups. The same samples give the same words, in
/// whatever pieces they are fed, unless live speech comes to a machine that is too busy: then it
/// uses the quick search, with a `warning`. After a failure the model is loaded again by the next
/// `prepare` or `begin`.
///
/// For an utterance that is ended by `finish` instead of a pause, `speechEnded` isn't reported.
public final class PocketSphinxRecognizer: SpeechRecognizer {
    public let name = PocketSphinxConfiguration.engine
    public let configuration: PocketSphinxConfiguration
    private let decoding: WorkerDecoding

    /// Makes a recogniser; its model isn't loaded yet.
    public init(_ configuration: PocketSphinxConfiguration = .standard) {
        self.configuration = configuration
        decoding = WorkerDecoding(configuration.inWorker, limits: configuration.limits)
    }

    public var supportedLocales: [String] { [configuration.locale] }

    public func availability() -> Availability {
        let problem = ModelFiles(configuration: configuration).problem ?? SpeechProgram.problem
        return problem.map { .unavailable($0) } ?? .available
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        decoding.prepare(deliver)
    }

    public func begin() { decoding.begin() }

    public func feed(_ samples: [Int16]) { decoding.feed(samples) }

    public func finish() { decoding.finish() }

    public func cancel() { decoding.cancel() }

    public func forgetVoice() { decoding.forgetVoice() }

    public func close() { decoding.close() }

    public var unheard: Int { decoding.backlog }

    /// Samples fed and not yet decoded.
    public var backlog: Int { decoding.backlog }

    /// The process that runs the engine, while there is one.
    public var process: Int32? { decoding.process }

    /// Suspends while the backlog is more than ten seconds: a caller that feeds a file awaits this
    /// after each piece. `cancel` and `close` end the wait.
    public func waitForRoom() async { await decoding.waitForRoom() }
}
