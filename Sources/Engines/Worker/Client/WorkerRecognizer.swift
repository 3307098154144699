public import Dictation
public import DictationParts
import LinuxRuntime
public import Problems
public import SpeechWorkerProtocol

/// A recogniser whose engine is a library and runs in a separate process, `utter-speech`: the part
/// that is the same for each of them.
///
/// The model is loaded, and speech decoded, during the dictation; an idle recogniser causes no
/// wake-ups. After a failure the model is loaded again by the next `prepare` or `begin`.
///
/// Each `prepare` is answered by `ready` or `failed`, each dictation ends with one `finished` or
/// `failed`; one `failed` answers both. `failed` may come before `finish`; then nothing follows it.
///
/// Whatever the library does, the daemon goes on. A worker that dies or hangs is started again and
/// given the sound since the last settled sample; words that were reported are not reported again.
/// If the same sound, or loading, kills a second one, the dictation fails. Without a dictation, the
/// worker ends after ``WorkerLimits/idle``, and is started again by `begin` or `prepare`.
open class WorkerRecognizer: SpeechRecognizer {
    public let name: String
    public let supportedLocales: [String]
    private let configuration: () -> EngineConfiguration
    private let limits: WorkerLimits
    /// The program's path; nil for ``SpeechProgram``'s.
    private let program: String?
    private let problem: () -> Problem?
    private let onMeasured: (MeasuredSpeed) -> Void

    /// The engine of the last worker that was started.
    private var engine: EngineConfiguration
    private var worker: WorkerProcess?
    private let watch = WorkerWatch()
    private var deaths = WorkerDeaths()
    private var dictation: WorkerDictation?
    /// The last number of a dictation.
    private var number = 0
    /// Whether `prepare` has no answer yet.
    private var isPreparing = false
    private var deliver: ((RecognizerEvent) -> Void)?
    /// The last warning that belonged to no dictation: each new worker has it again.
    private var reportedWarning: Problem?
    private var waiters: [CheckedContinuation<Void, Never>] = []

    /// Makes a recogniser; its model isn't loaded yet.
    ///
    /// - Parameters:
    ///   - engine: asked for each worker that is started.
    ///   - locales: the languages of the model, as BCP 47 tags; none if they are unknown.
    ///   - program: the path of the program if it is not the installed one.
    ///   - problem: what is missing, judging by the files.
    ///   - onMeasured: called with the computer's speed with the model when that was measured.
    public init(
        _ engine: @escaping @autoclosure () -> EngineConfiguration,
        limits: WorkerLimits = WorkerLimits(), locales: [String] = [], program: String? = nil,
        problem: @escaping () -> Problem? = { nil },
        onMeasured: @escaping (MeasuredSpeed) -> Void = { _ in }
    ) {
        (configuration, self.engine) = (engine, engine())
        (name, supportedLocales) = (self.engine.engine, locales)
        (self.limits, self.program, self.onMeasured) = (limits, program, onMeasured)
        self.problem = problem
    }

    isolated deinit {
        worker?.silence()
        resumeWaiters()
    }

    /// The worker's process, while it runs.
    public var process: Int32? { worker?.pid }

    /// Whether library and model are present, judging by their files.
    public func availability() -> Availability {
        (problem() ?? SpeechProgram.problem).map { .unavailable($0) } ?? .available
    }

    /// Starts the worker if there is none, and makes it load the model.
    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        self.deliver = deliver
        isPreparing = true
        if worker?.block == nil { return start() }
        // Not at once: the caller expects the answer later.
        EventLoop.task { [weak self] in
            if self?.worker?.block != nil { self?.answerPreparation() }
        }
    }

    private func answerPreparation() {
        guard isPreparing else { return }
        isPreparing = false
        deliver?(.ready)
    }

    // MARK: A dictation

    public func begin() {
        number += 1
        dictation = WorkerDictation(number)
        deaths = WorkerDeaths()
        start()
        pump()
    }

    public func expect(_ speech: ExpectedSpeech) {
        guard dictation?.isFinishing == false else { return }
        dictation?.expect(speech)
        pump()
    }

    public func feed(_ samples: [Int16]) {
        guard dictation?.isFinishing == false else { return }
        dictation?.append(samples)
        pump()
    }

    public func finish() {
        dictation?.end()
        pump()
    }

    public func cancel() {
        guard let dictation else { return }
        self.dictation = nil
        if dictation.hasBegun {
            worker?.send(.cancel(dictation: dictation.number))
            worker?.cancelled = dictation.number
        }
        resumeWaiters()
        supervise()
    }

    /// A worker that is started later knows no voice anyway.
    public func forgetVoice() {
        worker?.send(.forgetVoice)
    }

    /// Ends the worker. Nothing may be called afterwards.
    public func close() {
        deliver = nil
        dictation = nil
        isPreparing = false
        drop()
        resumeWaiters()
    }

    // MARK: Feeding faster than speech

    /// Samples fed and not yet decoded, or decoded without their words being reported.
    public var unheard: Int { dictation?.backlog ?? 0 }

    /// The backlog at which the feeder should pause: ten seconds.
    private static let comfortableBacklog = 10 * AudioFormat.rate

    /// Suspends while the backlog is more than ten seconds: a caller that feeds a file awaits this
    /// after each piece, so that it isn't in memory as a whole (an hour is 115 MB). `cancel`,
    /// `close` and a failure end the wait.
    public func waitForRoom() async {
        await withCheckedContinuation { waiter in
            // Not earlier: the way here may lead through the loop.
            if unheard > Self.comfortableBacklog { waiters.append(waiter) } else { waiter.resume() }
        }
    }

    private func resumeWaiters() {
        let resumed = waiters
        waiters = []
        for waiter in resumed { waiter.resume() }
    }

    // MARK: The worker

    private func start() {
        guard worker == nil else { return }
        guard let program = program ?? SpeechProgram.path else {
            return failSoon(SpeechProgram.problem ?? .speechProgramEnded(engine, "it is missing"))
        }
        engine = configuration()
        let load = WorkerMessage.load(engine)
        guard load.isShortEnough else { return failSoon(.configurationIsTooLong(engine)) }
        do throws(SystemError) {
            let worker = try WorkerProcess(program) { [unowned self] in receive($0) }
            worker.send(load)
            self.worker = worker
            supervise()
        } catch {
            failSoon(.speechProgramEnded(engine, "it can't be started: \(error)"))
        }
    }

    private func drop() {
        worker?.silence()
        worker = nil
        watch.stop()
    }

    /// Sends what the worker can take of the dictation.
    private func pump() {
        guard let worker else { return }
        // Until it says how much it decodes at once: a tenth of a second.
        let block = worker.block ?? AudioFormat.rate / 10
        while worker.hasRoom, let message = dictation?.nextMessage(block: block) {
            worker.send(message)
        }
        supervise()
    }

    private func receive(_ event: WorkerProcess.Event) {
        switch event {
        case .room: pump()
        case .ended: died("ended")
        case .report(let report): receive(report)
        }
    }

    private func receive(_ report: WorkerReport) {
        switch report {
        case .ready(let block):
            guard let worker, worker.block == nil else { return broken() }
            worker.block = block
            deaths.loaded()
            answerPreparation()
            pump()
        case .failed(let problem):
            fail(problem)
        case .event(let event, let number):
            guard number == dictation?.number else { return receiveStale(number) }
            receive(dictation?.note(event))
        case .decoded(let count, let number):
            guard number == dictation?.number else { return receiveStale(number) }
            receive(dictation?.note(decoded: count))
            renewLimit()
            if unheard <= Self.comfortableBacklog / 2 { resumeWaiters() }
            pump()
        case .finished(let number):
            guard number == dictation?.number else {
                receiveStale(number)
                return acknowledged(number)
            }
            let last = dictation?.finished()
            if last != .impossible { dictation = nil }
            receive(last)
            resumeWaiters()
            supervise()
        case .warning(let problem):
            guard problem != reportedWarning else { return }
            reportedWarning = problem
            deliver?(.warning(problem))
        case .measured(let speed):
            guard let worker, worker.block == nil else { return broken() }
            onMeasured(speed)
        }
    }

    /// Takes a report about a cancelled dictation; not one about a future one.
    private func receiveStale(_ number: Int) {
        if number > self.number || worker?.block == nil { broken() }
    }

    /// The worker has reached the point where a dictation was cancelled.
    private func acknowledged(_ number: Int) {
        guard let worker, worker.cancelled == number else { return }
        worker.cancelled = nil
        renewLimit()
        supervise()
    }

    private func receive(_ outcome: WorkerDictation.Outcome?) {
        switch outcome {
        case .event(let event):
            if case .settled = event { deaths.settled() }
            deliver?(event)
        case .impossible: broken()
        case .nothing, nil: break
        }
    }

    private func broken() {
        Log.warning("utter-speech sent an impossible report")
        died("broke the protocol")
    }

    // MARK: Supervision

    private func supervise() {
        guard let worker else { return watch.stop() }
        if worker.block == nil {
            expect(.loading, within: limits.loading, of: worker.pid, most: loadingLimit) {
                [unowned self] expiry in
                switch expiry {
                // Once more it would be the same.
                case .spent: fail(.modelHasNoEnd(engine, after: loadingLimit))
                case .idle: died("hung")
                }
            }
        } else if isAwaited(of: worker) {
            expect(.progress, within: limits.progress, of: worker.pid) { [unowned self] _ in
                died("hung")
            }
        } else if dictation != nil {
            watch.stop()
        } else if let idle = limits.idle {
            expect(.use, within: idle) { [unowned self] _ in drop() }
        } else {
            watch.stop()
        }
    }

    /// How much the worker may compute to load the model.
    private var loadingLimit: Duration {
        limits.loading(ofSize: Folder.sizeOfAll(at: engine.model))
    }

    /// Whether something of a loaded worker is awaited: it may hang also when what it computes was
    /// cancelled.
    private func isAwaited(of worker: WorkerProcess) -> Bool {
        guard let block = worker.block else { return false }
        return worker.cancelled != nil || dictation?.isWaiting(block: block) == true
    }

    /// Starts a limit unless it runs.
    private func expect(
        _ awaited: WorkerWatch.Awaited, within limit: Duration, of process: Int32? = nil,
        most: @autoclosure () -> Duration? = nil,
        _ expired: @escaping (WorkerWatch.Expiry) -> Void
    ) {
        if watch.awaited != awaited {
            watch.expect(awaited, within: limit, of: process, most: most(), expired)
        }
    }

    private func renewLimit() {
        if watch.awaited == .progress { watch.renew(within: limits.progress) }
    }

    /// - Parameter how: what it did, for messages.
    private func died(_ how: String) {
        let wasLoaded = worker?.block != nil
        drop()
        // Without anything to do it is started again when it is needed.
        guard isPreparing || dictation != nil else { return }
        let mayStart =
            wasLoaded
            ? deaths.mayRestart(at: dictation?.decoded ?? 0) : deaths.mayReload()
        guard mayStart else {
            let what = wasLoaded ? "on the same sound" : "while it loaded the model"
            return fail(.speechProgramEnded(engine, "it \(how) again \(what)"))
        }
        Log.notice("utter-speech \(how) and is started again")
        number += 1
        if dictation?.restart(as: number) == true { deliver?(.speechEnded) }
        // The delivery may have cancelled, closed or begun again.
        guard deliver != nil, isPreparing || dictation != nil else { return }
        start()
        pump()
    }

    /// Reports a failure, after the call that led to it has returned.
    private func failSoon(_ problem: Problem) {
        let failed = number
        EventLoop.task { [weak self] in
            guard let self, worker == nil, number == failed else { return }
            fail(problem)
        }
    }

    private func fail(_ problem: Problem) {
        drop()
        let isWanted = isPreparing || dictation != nil
        isPreparing = false
        dictation = nil
        resumeWaiters()
        if isWanted { deliver?(.failed(problem)) }
    }
}
