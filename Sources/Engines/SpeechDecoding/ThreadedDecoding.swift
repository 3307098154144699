public import Dictation
import LinuxRuntime
public import Problems

/// Speech recognition on a thread of its own, seen from the event loop: the common part of
/// recognisers whose library decodes during speech, around their ``DecodingEngine``.
///
/// Each `prepare` is answered by one `ready` or `failed`, each dictation ends with one `finished`
/// or `failed`. `failed` may come before `finish`; then nothing follows it.
public final class ThreadedDecoding {
    private let queue: DecodingQueue
    private let serve: @Sendable (DecodingQueue) -> Void
    /// The number of samples decoded at once; all pieces but the last are multiples of it.
    private let block: Int
    private var thread: Thread?
    private var source: EventSource?
    private var deliver: (RecognizerEvent) -> Void = { _ in }
    /// The number of the last dictation; a cancellation also uses one.
    private var dictation = 0
    /// True between `begin` and `finish` or `cancel`.
    private var isOpen = false
    /// Samples that don't fill a block yet: the thread is woken once for each block, not for each
    /// period of the microphone.
    private var pending: [Int16] = []
    private var waiters: [CheckedContinuation<Void, Never>] = []
    private var isClosed = false
    /// Retains the object from `close` until its thread has ended, so that nothing has to wait for
    /// it.
    private var closing: ThreadedDecoding?

    /// Makes the object; the thread isn't started yet.
    ///
    /// - Parameters:
    ///   - model: the model's name for messages.
    ///   - make: loads the model; called on the thread.
    /// - Throws: a problem if the process has no descriptors left.
    public init<Engine: DecodingEngine>(
        of model: String, _ make: @escaping @Sendable () throws(Problem) -> Engine
    ) throws(Problem) {
        block = Engine.block
        serve = { DecodingThread(model, $0, make).run() }
        do throws(SystemError) {
            queue = try DecodingQueue()
            source = try EventLoop.shared.watch(queue.reports) { [weak self] _ in self?.receive() }
        } catch {
            throw Problem("cannot make the speech recogniser", why: "\(error)")
        }
    }

    deinit {
        // The thread only still runs without an earlier `close`: then this waits for its current
        // block or load.
        queue.close()
        thread?.join()
    }

    /// Starts the thread if there is none, and makes it load the model.
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
        let (queue, serve) = (queue, serve)
        return try Thread(name: "decoding") {
            serve(queue)
            queue.report(.ended)
        }
    }

    // MARK: A dictation

    public func begin() {
        dictation += 1
        isOpen = true
        pending.removeAll(keepingCapacity: true)
        queue.want(dictation: dictation)
        queue.send(.begin(dictation: dictation, at: MonotonicClock.nanoseconds))
    }

    public func feed(_ samples: [Int16]) {
        guard isOpen else { return }
        pending.append(contentsOf: samples)
        let whole = pending.count - pending.count % block
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

    /// The backlog including decoded samples whose reports aren't delivered: if the loop is
    /// delayed, the decoder may have caught up before its results are known.
    public var unheard: Int { queue.untoldBacklog + pending.count }

    /// Suspends while the backlog is more than ten seconds: a caller that feeds a file awaits this
    /// after each piece, so that it isn't in memory as a whole (an hour is 115 MB). `cancel` and
    /// `close` end the wait.
    public func waitForRoom() async {
        await withCheckedContinuation { waiter in
            // Not earlier: the way here may lead through the loop.
            if !isClosed, queue.isFull() { waiters.append(waiter) } else { waiter.resume() }
        }
    }

    private func resumeWaiters() {
        let resumed = waiters
        waiters = []
        for waiter in resumed { waiter.resume() }
    }

    // MARK: The end, and what the thread reports

    /// Ends the thread. Nothing may be called afterwards.
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
            // A delivery may cancel or close: checked again for each report.
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
