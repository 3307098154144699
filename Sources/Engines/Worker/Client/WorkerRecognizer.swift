public import Dictation
public import DictationParts
public import Problems
public import SpeechWorkerProtocol

/// A recogniser whose engine is a library and runs in a separate process, `utter-speech`: the part
/// that is the same for each of them.
///
/// The model is loaded, and speech decoded, during the dictation; an idle recogniser causes no
/// wake-ups. After a failure the model is loaded again by the next `prepare` or `begin`.
open class WorkerRecognizer: SpeechRecognizer {
    public let name: String
    public let supportedLocales: [String]
    private let decoding: WorkerDecoding
    private let problem: () -> Problem?

    /// Makes a recogniser; its model isn't loaded yet.
    ///
    /// - Parameters:
    ///   - engine: asked for each worker that is started.
    ///   - locales: the languages of the model, as BCP 47 tags; none if they are unknown.
    ///   - problem: what is missing, judging by the files.
    ///   - onMeasured: called with the computer's speed with the model when that was measured.
    public init(
        _ engine: @escaping @autoclosure () -> EngineConfiguration, limits: WorkerLimits,
        locales: [String], problem: @escaping () -> Problem?,
        onMeasured: @escaping (MeasuredSpeed) -> Void = { _ in }
    ) {
        name = engine().engine
        supportedLocales = locales
        decoding = WorkerDecoding(engine(), limits: limits, onMeasured: onMeasured)
        self.problem = problem
    }

    /// Whether library and model are present, judging by their files.
    public func availability() -> Availability {
        (problem() ?? SpeechProgram.problem).map { .unavailable($0) } ?? .available
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        decoding.prepare(deliver)
    }

    public func begin() { decoding.begin() }

    public func expect(_ speech: ExpectedSpeech) { decoding.expect(speech) }

    public func feed(_ samples: [Int16]) { decoding.feed(samples) }

    public func finish() { decoding.finish() }

    public func cancel() { decoding.cancel() }

    public func forgetVoice() { decoding.forgetVoice() }

    public func close() { decoding.close() }

    public var unheard: Int { decoding.backlog }

    /// Suspends while the backlog is more than ten seconds: a caller that feeds a file awaits this
    /// after each piece. `cancel` and `close` end the wait.
    public func waitForRoom() async { await decoding.waitForRoom() }

    /// The process that runs the engine, while there is one.
    public var process: Int32? { decoding.process }
}
