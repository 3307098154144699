public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems

/// A recogniser with a fallback for when it fails or is too slow.
///
/// The sound of a dictation is kept in memory until the first recogniser has reported its words
/// (``RecognizerEvent/settled(samples:)``); on a failure the rest is fed to the fallback, whose
/// model is loaded when it is first needed. Each dictation tries the first recogniser again. If
/// that fails after an utterance and doesn't say how much sound it had processed, its words stay,
/// and the failure is passed on.
public final class FallbackRecognizer: SpeechRecognizer {
    private enum Active { case none, first, fallback }

    /// The state of loading, and the problem that the user knows of.
    private struct Loading {
        /// Whether the answer to `prepare` is pending.
        var isAwaited = false
        var firstIsNeeded = false
        var fallbackIsDone = false
        /// The last problem of the first one that was reported; nil since it last worked.
        var reportedProblem: Problem?
    }

    let first: any SpeechRecognizer
    let fallback: any SpeechRecognizer
    private let limit: RecognitionLimit

    private var deliver: (RecognizerEvent) -> Void = { _ in }
    private var active = Active.none
    private var loading = Loading()
    private var dictation = FallbackDictation()
    private var watchdog: EventSource?

    /// - Parameter limit: how long the first one may be silent after the end of a dictation.
    public init(
        _ first: any SpeechRecognizer, fallback: any SpeechRecognizer, limit: RecognitionLimit
    ) {
        self.first = first
        self.fallback = fallback
        self.limit = limit
    }

    public var name: String { first.name }

    public var supportedLocales: [String] { first.supportedLocales }

    /// Available if either is.
    public func availability() -> Availability {
        let availability = first.availability()
        return availability == .available || fallback.availability() != .available
            ? availability : .available
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        self.deliver = deliver
        loading.isAwaited = true
        prepareFirst()
    }

    private func prepareFirst() {
        loading.firstIsNeeded = false
        first.prepare { [unowned self] in hearFirst($0) }
    }

    private func prepareFallback() {
        guard !loading.fallbackIsDone else { return }
        loading.fallbackIsDone = true
        fallback.prepare { [unowned self] in hearFallback($0) }
    }

    /// The one that recognises the dictation; nil between dictations.
    private var current: (any SpeechRecognizer)? {
        switch active {
        case .first: first
        case .fallback: fallback
        case .none: nil
        }
    }

    // MARK: A dictation

    public func begin() {
        dictation = FallbackDictation()
        active = .first
        if loading.firstIsNeeded { prepareFirst() }
        // It may have failed during the call, and the fallback have begun.
        if active == .first { first.begin() }
    }

    public func expect(_ speech: ExpectedSpeech) {
        dictation.expected = speech
        current?.expect(speech)
    }

    public func feed(_ more: [Int16]) {
        guard let current else { return }
        dictation.hear(more, keeping: active == .first)
        current.feed(more)
    }

    public var unheard: Int { current?.unheard ?? 0 }

    public var process: Int32? { (current ?? first).process }

    public var takesWholeDictation: Bool {
        first.takesWholeDictation || fallback.takesWholeDictation
    }

    public func waitForRoom() async { await current?.waitForRoom() }

    public func finish() {
        dictation.isFinishing = true
        if active == .first { watch() }
        current?.finish()
    }

    public func cancel() {
        current?.cancel()
        end()
    }

    private func end() {
        active = .none
        dictation.dropSound()
        watchdog = nil
    }

    public func forgetVoice() {
        first.forgetVoice()
        if loading.fallbackIsDone { fallback.forgetVoice() }
    }

    public func close() {
        end()
        deliver = { _ in }
        first.close()
        fallback.close()
    }

    // MARK: The first one

    private func hearFirst(_ event: RecognizerEvent) {
        switch event {
        case .ready:
            answerPreparation()
        case .failed(let problem):
            loading.firstIsNeeded = true
            if active == .first {
                firstFailed(problem)
            } else if active == .none, loading.isAwaited {
                warn(of: problem)
                dictation.firstProblem = problem
                prepareFallback()
            }
        case .finished:
            guard active == .first else { return }
            end()
            loading.reportedProblem = nil
            deliver(event)
        case .warning where active == .none:
            deliver(event)
        case .words, .utterance, .partial, .settled, .speechStarted, .speechEnded, .warning:
            guard active == .first else { return }
            if dictation.isFinishing { watch() }
            dictation.note(event)
            deliver(event)
        }
    }

    /// Starts the first one's limit from now.
    private func watch() {
        let time = limit.limit(samples: dictation.length)
        watchdog = EventLoop.shared.timer(after: time) { [unowned self] in
            watchdog = nil
            first.cancel()
            firstFailed(
                Problem(
                    "the engine “\(first.name)” is too slow",
                    why: "no word of it within \(time.components.seconds) s",
                    remedy: "Choose a smaller model in Utter’s window, or by utter models install.")
            )
        }
    }

    private func firstFailed(_ problem: Problem) {
        let rest = dictation.rest
        end()
        guard let rest else { return deliver(.failed(problem)) }
        // The fallback starts from there, and perhaps detects no speech.
        if dictation.hearsSpeech { deliver(.speechEnded) }
        active = .fallback
        dictation.firstProblem = problem
        dictation.fallbackStart = rest.start
        warn(of: problem)
        prepareFallback()
        // It may have failed during the call.
        guard active == .fallback else { return }
        fallback.begin()
        if let expected = dictation.expected { fallback.expect(expected) }
        for samples in rest.pieces { fallback.feed(samples) }
        if dictation.isFinishing { fallback.finish() }
    }

    /// Reports why the fallback is used, unless that was reported.
    private func warn(of problem: Problem) {
        guard loading.reportedProblem != problem else { return }
        loading.reportedProblem = problem
        let remedy = "“\(fallback.name)” recognises instead."
        deliver(
            .warning(
                Problem(
                    problem.what, why: problem.why,
                    remedy: problem.remedy.isEmpty ? remedy : "\(remedy) \(problem.remedy)")))
    }

    // MARK: The fallback

    private func hearFallback(_ event: RecognizerEvent) {
        switch event {
        case .ready:
            answerPreparation()
        case .failed(let problem):
            loading.fallbackIsDone = false
            fallbackFailed(problem)
        case .finished:
            guard active == .fallback else { return }
            end()
            deliver(event)
        case .warning where active == .none:
            deliver(event)
        case .words, .utterance, .partial, .settled, .speechStarted, .speechEnded, .warning:
            if active == .fallback { deliver(dictation.placed(event)) }
        }
    }

    private func fallbackFailed(_ problem: Problem) {
        guard active == .fallback || loading.isAwaited else { return }
        loading.isAwaited = false
        end()
        // The partial transcript of the first one is better than nothing.
        if !dictation.partial.isEmpty { deliver(.partial(dictation.partial)) }
        let what = [dictation.firstProblem?.description ?? "", problem.what]
        deliver(
            .failed(
                Problem(
                    what.filter { !$0.isEmpty }.joined(separator: "; "), why: problem.why,
                    remedy: problem.remedy)))
    }

    private func answerPreparation() {
        guard loading.isAwaited else { return }
        loading.isAwaited = false
        deliver(.ready)
    }
}
