public import Dictation
public import DictationParts
import LinuxRuntime
import SystemPackage

/// A microphone behind any ALSA PCM, captured by a thread of its own.
///
/// What a person says is kept from the moment that `started` stands for. The device is opened
/// at `start` and closed after `stop`, so that between dictations nothing runs and no other
/// program finds it busy. Both may be slow (a sound server, Bluetooth), so they happen on the
/// capture thread; a `start` during the closing takes effect after it.
///
/// With another `rest` the device stays open: ready, with a thread that sleeps until the next
/// start, or listening, with a thread that wakes ten times a second. A device that is lost
/// meanwhile is closed at once, or the kernel would keep its number and name from the one that is
/// plugged in next; it is opened again at the next `start`. One that was suspended with the
/// machine is opened anew.
public final class ALSAMicrophone: AudioSource {
    /// The PCM: `default`, `hw:CARD=PCH,DEV=0`, `plughw:1`, `pulse`, `pipewire`.
    public let name: String
    /// From the last `start` to its first sample: what a person must wait before they speak.
    /// Nil before the first.
    public private(set) var openDuration: Duration?

    public private(set) var capturingSince: Instant?

    private let configuredRest: AudioRest
    private let openLimit: Duration
    let shelf = IdleDevice()
    /// Has a thread and memory for the device on the shelf, and only waits for a start: making
    /// them takes a millisecond.
    private var ready: Capture?
    /// Tell of errors of the device on the shelf. They go before anything else is done with it,
    /// for each has a duplicate of a descriptor, which would keep the device open.
    private var errors: [EventSource] = []
    private var lastReopening: Int64?
    private var deliver: ((AudioEvent) -> Void)?
    private var startTime: Int64 = 0
    private var deadline: EventSource?
    /// The capture that delivers.
    private var capture: Capture?
    /// The capture before, until its device is closed.
    private var closing: Capture?

    /// - Parameters:
    ///   - name: an ALSA PCM; ``ALSADevices/list()`` knows those there are.
    ///   - rest: what it does between two captures.
    ///   - openLimit: after this time without a first sample, `start` has failed.
    public init(
        _ name: String, rest: AudioRest = .closed, openLimit: Duration = .seconds(10)
    ) {
        self.name = name
        configuredRest = rest
        self.openLimit = openLimit
    }

    isolated deinit {
        ready?.end()
        capture?.end()
        closing?.end()
        // A sound server may have to be waited for, so not here.
        guard !shelf.isEmpty else { return }
        let line = try? CaptureLine(
            name: name, purpose: .closing, rest: configuredRest, shelf: shelf)
        (try? line.map { try Capture($0) {} })?.end()
    }

    public func availability() -> Availability {
        if let problem = ALSADefinition.problem(name) { .unavailable(problem) } else { .available }
    }

    public var rest: AudioRest {
        let isHeld = capture != nil || closing != nil || !shelf.isEmpty
        return isHeld ? configuredRest : .closed
    }

    public func prepare() {
        guard configuredRest != .closed, capture == nil, closing == nil, shelf.isEmpty else {
            return
        }
        reopen()
    }

    public func start(_ deliver: @escaping (AudioEvent) -> Void) {
        precondition(self.deliver == nil, "started twice")
        self.deliver = deliver
        startTime = MonotonicClock.nanoseconds
        capturingSince = nil
        do throws(SystemError) {
            // First, for a person waits for it.
            if let closing { closing.line.requestHandover() } else { try begin() }
            deadline = try EventLoop.shared.timer(after: openLimit) { [weak self] in
                self?.giveUpOpening()
            }
        } catch {
            fail(error)
        }
    }

    public func stop() {
        guard let deliver else { return }
        self.deliver = nil
        deadline = nil
        guard let capture else { return }
        capture.line.requestStop()
        // Until it runs there is nothing to wait for. Then the last read takes microseconds; the
        // limit is for a driver that hangs.
        if capture.line.phase == .running {
            capture.line.wait(for: .sealed, atMost: .milliseconds(300))
        }
        retire(capture)
        while let event = capture.next() { pass(event, of: capture, to: deliver) }
    }

    // MARK: One capture

    private func begin() throws(SystemError) {
        errors = []
        if let ready { capture = ready } else { capture = try launch(.capture) }
        ready = nil
        capture?.line.requestStart()
    }

    private func launch(_ purpose: CaptureLine.Purpose) throws(SystemError) -> Capture {
        errors = []
        let line = try CaptureLine(
            name: name, purpose: purpose, rest: configuredRest, shelf: shelf)
        return try Capture(line) { [weak self] in self?.heed(line) }
    }

    /// Acts upon news of a capture. Each delivery may stop it, and even start the next.
    private func heed(_ line: CaptureLine) {
        // First: once it is sealed, all samples are in the ring.
        let phase = line.phase
        while let capture, capture.line === line, let deliver, let event = capture.next() {
            pass(event, of: capture, to: deliver)
        }
        if phase >= .sealed, capture?.line === line, let problem = line.problem { fail(problem) }
        if phase == .closed, closing?.line === line { finishClosing() }
    }

    private func pass(
        _ event: AudioEvent, of capture: Capture, to deliver: (AudioEvent) -> Void
    ) {
        if event == .started {
            deadline = nil
            capturingSince = capture.line.capturingSince
            openDuration = .nanoseconds(MonotonicClock.nanoseconds - startTime)
        }
        deliver(event)
    }

    private func giveUpOpening() {
        let seconds = openLimit.components.seconds
        fail(Problem(
            "cannot open the microphone “\(name)”",
            why: closing == nil
                ? "it gave no sound within \(seconds) s"
                : "its last use has not ended within \(seconds) s",
            remedy: "Restart the sound server, or unplug the microphone and plug it in again"))
    }

    private func fail(_ error: SystemError) {
        fail(Problem("cannot open the microphone “\(name)”", why: error.description))
    }

    private func fail(_ problem: Problem) {
        let deliver = self.deliver
        self.deliver = nil
        deadline = nil
        if let capture {
            capture.line.requestStop()
            retire(capture)
        }
        deliver?(.failed(problem))
    }

    /// Leaves a capture to close its device.
    private func retire(_ capture: Capture) {
        self.capture = nil
        closing = capture
        // Its last news may have been drained by who waited for it.
        if capture.line.phase == .closed { finishClosing() }
    }

    private func finishClosing() {
        closing?.thread.join()
        closing = nil
        // A start that came meanwhile.
        guard deliver == nil else {
            do throws(SystemError) { try begin() } catch { fail(error) }
            return
        }
        if configuredRest == .open, !shelf.isEmpty, ready == nil { ready = try? launch(.capture) }
        errors = shelf.descriptors.compactMap { descriptor in
            try? EventLoop.shared.watch(FileDescriptor(rawValue: descriptor), for: []) {
                [unowned self] _ in heedError()
            }
        }
    }

    // MARK: Rest

    /// The device on the shelf was unplugged, or suspended with the machine.
    private func heedError() {
        // A device that fails at once would be opened for ever; the next start will tell.
        let isRecent = lastReopening.map { MonotonicClock.nanoseconds - $0 < 5_000_000_000 }
        if isRecent == true { closing = try? launch(.closing) } else { reopen() }
    }

    private func reopen() {
        lastReopening = MonotonicClock.nanoseconds
        // Where no thread can be had, the next start will tell.
        closing = try? launch(.reopening)
    }
}
