public import Dictation
import LinuxRuntime

/// Speech recognition on this machine by CMU PocketSphinx.
///
/// The model is loaded and speech decoded on a thread of its own, while the person speaks; an
/// idle recogniser wakes nobody. The same samples give the same words, however they are cut.
///
/// Each `prepare` is answered by one `ready` or `failed`, each dictation ends with one `finished`
/// or `failed`. `failed` may come before `finish`; then nothing follows it. After a failure in
/// decoding the model is unloaded: `prepare` loads it again.
///
/// Of an utterance that is closed by `finish` rather than by a pause, `speechEnded` isn't told.
public final class PocketSphinxRecognizer: SpeechRecognizer {
    public let name = "pocketsphinx"
    public let configuration: PocketSphinxConfiguration

    private let queue: DecodingQueue
    private var thread: Thread?
    private var source: EventSource?
    private var deliver: (RecognizerEvent) -> Void = { _ in }
    /// The number of the last dictation; a cancellation uses one up too.
    private var dictation = 0
    /// Between `begin` and `finish` or `cancel`.
    private var isOpen = false
    /// Samples that don't fill a block yet: the thread is woken once a block, not once a period
    /// of the microphone.
    private var pending: [Int16] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false
    /// Keeps the object from `close` until its thread has ended, so that nobody waits for it.
    private var closing: PocketSphinxRecognizer?

    /// A recogniser without its model yet.
    ///
    /// - Throws: a problem if the process has no descriptors left.
    public init(_ configuration: PocketSphinxConfiguration = .standard) throws(Problem) {
        self.configuration = configuration
        do throws(SystemError) {
            queue = try DecodingQueue()
            source = try EventLoop.shared.watch(queue.reports) { [weak self] _ in self?.receive() }
        } catch {
            throw Problem("cannot make the speech recogniser", why: "\(error)")
        }
    }

    deinit {
        // Only without `close` is the thread still running: then this waits for its present
        // block or load.
        queue.close()
        thread?.join()
    }

    public var supportedLocales: [String] { [configuration.locale] }

    public func availability() -> Availability {
        ModelFiles(configuration: configuration).problem.map { .unavailable($0) } ?? .available
    }

    public func prepare(_ deliver: @escaping (RecognizerEvent) -> Void) {
        self.deliver = deliver
        do throws(SystemError) {
            if thread == nil { thread = try startThread() }
            queue.send(.load)
        } catch {
            let problem = Problem("cannot start the decoding thread", why: "\(error)")
            queue.report(.event(.failed(problem)))
        }
    }

    private func startThread() throws(SystemError) -> Thread {
        let configuration = configuration
        let queue = queue
        return try Thread(name: "decoding") {
            // In a function, so that the model is unloaded before `ended`.
            serve(configuration, queue)
            queue.report(.ended)
        }
    }

    // MARK: A dictation

    public func begin() {
        dictation += 1
        isOpen = true
        pending.removeAll(keepingCapacity: true)
        queue.want(dictation: dictation)
        queue.send(.begin(dictation: dictation))
    }

    public func feed(_ samples: [Int16]) {
        guard isOpen else { return }
        pending.append(contentsOf: samples)
        let whole = pending.count - pending.count % DecodingThread.block
        if whole > 0 {
            queue.send(.samples(Array(pending[..<whole]), dictation: dictation))
            pending.removeFirst(whole)
        }
    }

    public func finish() {
        guard isOpen else { return }
        isOpen = false
        let since = MonotonicClock.nanoseconds
        let backlog = self.backlog
        if !pending.isEmpty {
            queue.send(.samples(pending, dictation: dictation))
            pending.removeAll(keepingCapacity: true)
        }
        queue.send(.finish(dictation: dictation, since: since, backlog: backlog))
    }

    public func cancel() {
        dictation += 1
        isOpen = false
        pending.removeAll(keepingCapacity: true)
        queue.want(dictation: dictation)
        resumeWaiters()
    }

    public func forgetVoice() {
        queue.send(.forgetVoice)
    }

    // MARK: Feeding faster than speech

    /// Samples fed and not yet decoded.
    public var backlog: Int { queue.backlog + pending.count }

    /// Suspends while more than ten seconds of audio wait to be decoded: whoever feeds a file
    /// awaits this after each piece, lest the whole of it lie in memory (an hour is 115 MB).
    /// `cancel` and `close` end the wait.
    public func waitForRoom() async {
        guard !isClosed, queue.isFull() else { return }
        await withCheckedContinuation { waiters.append($0) }
    }

    private func resumeWaiters() {
        let resumed = waiters
        waiters = []
        for waiter in resumed { waiter.resume() }
    }

    // MARK: The end, and what the thread reports

    public func close() {
        guard !isClosed else { return }
        cancel()
        isClosed = true
        deliver = { _ in }
        queue.close()
        if thread == nil { source = nil } else { closing = self }
    }

    private func receive() {
        for report in queue.takeReports() {
            // A delivery may cancel or close: look anew at each.
            switch report {
            case .event(let event): if !isClosed { deliver(event) }
            case .dictationEvent(let event, let number):
                guard number == dictation, !isClosed else { continue }
                if case .failed = event { isOpen = false }
                deliver(event)
            case .room: resumeWaiters()
            case .ended:
                thread?.join()
                thread = nil
                source = nil
                closing = nil
            }
        }
    }
}

private func serve(_ configuration: PocketSphinxConfiguration, _ queue: DecodingQueue) {
    var thread = DecodingThread(configuration, queue)
    thread.run()
}
