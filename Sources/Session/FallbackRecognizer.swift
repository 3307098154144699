import AudioSamples
public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems

/// A recogniser with a fallback for when it fails or is too slow.
///
/// The sound of a dictation is kept in memory until the first recogniser has reported its words; on
/// a failure it is fed to the fallback, whose model is loaded when it is first needed. Each
/// dictation tries the first recogniser again. If that fails after it reported an utterance, it is
/// unknown which part of the sound it had processed: then its words stay, and the failure is passed
/// on.
public final class FallbackRecognizer: SpeechRecognizer {
    private enum Active { case none, first, fallback }

    let first: any SpeechRecognizer
    let fallback: any SpeechRecognizer
    private let limit: RecognitionLimit

    private var deliver: (RecognizerEvent) -> Void = { _ in }
    private var active = Active.none
    /// Whether the answer to `prepare` is pending.
    private var isPreparing = false
    private var firstNeedsPreparation = false
    private var fallbackIsPrepared = false
    /// The last problem of the first one that the user was told; nil since it last worked.
    private var toldProblem: Problem?

    /// The sound of the current dictation.
    private var sound = SoundPieces()
    private var sampleCount = 0
    private var isFinishing = false
    private var firstToldWords = false
    private var firstPartial = ""
    /// Whether it reported speech, and no pause since.
    private var firstHearsSpeech = false
    private var firstProblem: Problem?
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
        isPreparing = true
        prepareFirst()
    }

    private func prepareFirst() {
        firstNeedsPreparation = false
        first.prepare { [unowned self] in hearFirst($0) }
    }

    private func prepareFallback() {
        guard !fallbackIsPrepared else { return }
        fallbackIsPrepared = true
        fallback.prepare { [unowned self] in hearFallback($0) }
    }

    // MARK: A dictation

    public func begin() {
        sound = SoundPieces()
        sampleCount = 0
        isFinishing = false
        firstToldWords = false
        firstPartial = ""
        firstHearsSpeech = false
        firstProblem = nil
        active = .first
        if firstNeedsPreparation { prepareFirst() }
        // It may have failed during the call, and the fallback have begun.
        if active == .first { first.begin() }
    }

    public func feed(_ more: [Int16]) {
        sampleCount += more.count
        switch active {
        case .first:
            if !firstToldWords { sound.append(more) }
            first.feed(more)
        case .fallback: fallback.feed(more)
        case .none: break
        }
    }

    public var unheard: Int {
        switch active {
        case .first: first.unheard
        case .fallback: fallback.unheard
        case .none: 0
        }
    }

    public func waitForRoom() async {
        switch active {
        case .first: await first.waitForRoom()
        case .fallback: await fallback.waitForRoom()
        case .none: break
        }
    }

    public func finish() {
        isFinishing = true
        switch active {
        case .first:
            watch()
            first.finish()
        case .fallback: fallback.finish()
        case .none: break
        }
    }

    public func cancel() {
        switch active {
        case .first: first.cancel()
        case .fallback: fallback.cancel()
        case .none: break
        }
        end()
    }

    private func end() {
        active = .none
        sound = SoundPieces()
        watchdog = nil
    }

    public func forgetVoice() {
        first.forgetVoice()
        if fallbackIsPrepared { fallback.forgetVoice() }
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
            firstNeedsPreparation = true
            if active == .first {
                firstFailed(problem)
            } else if active == .none, isPreparing {
                warn(of: problem)
                firstProblem = problem
                prepareFallback()
            }
        case .finished:
            guard active == .first else { return }
            end()
            toldProblem = nil
            deliver(event)
        case .words, .utterance, .partial, .speechStarted, .speechEnded, .warning:
            guard active == .first else { return }
            note(event)
            deliver(event)
        }
    }

    private func note(_ event: RecognizerEvent) {
        if isFinishing { watch() }
        switch event {
        case .partial(let words): firstPartial = words
        case .speechStarted: firstHearsSpeech = true
        case .speechEnded: firstHearsSpeech = false
        case .utterance:
            firstToldWords = true
            sound = SoundPieces()
        default: break
        }
    }

    /// Starts the first one's limit from now.
    private func watch() {
        let time = limit.limit(samples: sampleCount)
        watchdog = try? EventLoop.shared.timer(after: time) { [unowned self] in
            watchdog = nil
            first.cancel()
            firstFailed(
                Problem(
                    "the recogniser “\(first.name)” is too slow",
                    why: "no word of it within \(time.components.seconds) s",
                    remedy: "Choose a smaller model, or raise [recognizer] time_limit."))
        }
    }

    private func firstFailed(_ problem: Problem) {
        let sound = self.sound
        let isAtStart = !firstToldWords
        end()
        guard isAtStart else { return deliver(.failed(problem)) }
        // The fallback starts from the beginning, and perhaps detects no speech.
        if firstHearsSpeech { deliver(.speechEnded) }
        active = .fallback
        firstProblem = problem
        warn(of: problem)
        prepareFallback()
        // It may have failed during the call.
        guard active == .fallback else { return }
        fallback.begin()
        for samples in sound.pieces { fallback.feed(samples) }
        if isFinishing { fallback.finish() }
    }

    /// Reports why the fallback is used, unless that was reported.
    private func warn(of problem: Problem) {
        guard toldProblem != problem else { return }
        toldProblem = problem
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
            fallbackIsPrepared = false
            fallbackFailed(problem)
        case .finished:
            guard active == .fallback else { return }
            end()
            deliver(event)
        case .words, .utterance, .partial, .speechStarted, .speechEnded, .warning:
            if active == .fallback { deliver(event) }
        }
    }

    private func fallbackFailed(_ problem: Problem) {
        guard active == .fallback || isPreparing else { return }
        isPreparing = false
        end()
        // The partial transcript of the first one is better than nothing.
        if !firstPartial.isEmpty { deliver(.partial(firstPartial)) }
        let what = [firstProblem?.description ?? "", problem.what].filter { !$0.isEmpty }
        deliver(
            .failed(
                Problem(
                    what.joined(separator: "; "), why: problem.why, remedy: problem.remedy)))
    }

    private func answerPreparation() {
        guard isPreparing else { return }
        isPreparing = false
        deliver(.ready)
    }
}
