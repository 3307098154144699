public import Dictation
public import DictationParts
public import Problems
import SpeechDecoding

/// Speech recognition on this machine by CMU PocketSphinx.
///
/// The model is loaded and speech decoded on a thread of its own, during the dictation; an idle
/// recogniser causes no wake-ups. The same samples give the same words, in whatever pieces they are
/// fed, unless live speech comes to a machine that is too busy: then it uses the quick search, with
/// a `warning`. After a failure in decoding the model is unloaded: `prepare` loads it again.
///
/// For an utterance that is ended by `finish` instead of a pause, `speechEnded` isn't reported.
public final class PocketSphinxRecognizer: SpeechRecognizer {
    public let name = "pocketsphinx"
    public let configuration: PocketSphinxConfiguration
    private let decoding: ThreadedDecoding

    /// Makes a recogniser; its model isn't loaded yet.
    ///
    /// - Throws: a problem if the process has no descriptors left.
    public init(_ configuration: PocketSphinxConfiguration = .standard) throws(Problem) {
        self.configuration = configuration
        decoding = try ThreadedDecoding(of: "\(configuration.model)") {
            () throws(Problem) in try PocketSphinxEngine(configuration)
        }
    }

    public var supportedLocales: [String] { [configuration.locale] }

    public func availability() -> Availability {
        ModelFiles(configuration: configuration).problem.map { .unavailable($0) } ?? .available
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

    public var unheard: Int { decoding.unheard }

    /// Samples fed and not yet decoded.
    public var backlog: Int { decoding.backlog }

    /// Suspends while the backlog is more than ten seconds: a caller that feeds a file awaits this
    /// after each piece. `cancel` and `close` end the wait.
    public func waitForRoom() async { await decoding.waitForRoom() }
}
