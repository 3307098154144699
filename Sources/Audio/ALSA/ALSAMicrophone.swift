public import Dictation
public import DictationParts
import LinuxRuntime
public import MonotonicTime
public import Problems
import SystemPackage

/// A microphone behind any ALSA PCM, captured on its own thread.
///
/// All sound since the time that `started` stands for is kept. The device is opened at `start` and
/// closed after `stop`, so that between dictations nothing runs and other programs can use it. Both
/// may be slow (a sound server, Bluetooth), so they happen on the capture thread; a `start` while
/// the device is being closed takes effect after that.
///
/// With another `idleMode` the device stays open: ready, with a thread that sleeps until the next
/// start, or listening, with a thread that wakes ten times a second. A device that is unplugged
/// then is closed at once, or the kernel would keep its number and name from the device that is
/// plugged in next; it is opened again at the next `start`. A device that was suspended with the
/// machine is opened again.
public final class ALSAMicrophone: AudioSource {
    /// The PCM: `default`, `hw:CARD=PCH,DEV=0`, `plughw:1`, `pulse`, `pipewire`.
    public let name: String
    /// The time from the last `start` to its first sample, for which the user must wait before
    /// speaking. Nil before the first.
    public private(set) var openDuration: Duration?

    public private(set) var capturingSince: Instant?

    public var isPatient = false {
        didSet { capture?.line.isPatient = isPatient }
    }

    private let configuredMode: AudioIdleMode
    private let openLimit: Duration
    let shelf = IdleDevice()
    /// Holds a thread and memory for the idle device, and only waits for a start: making them takes
    /// a millisecond.
    private var ready: Capture?
    /// Watch the idle device for errors. They go before anything else is done with it, since each
    /// has a duplicate of a descriptor, which would keep the device open.
    private var errors: [EventSource] = []
    private var lastReopening: Int64?
    private var deliver: ((AudioEvent) -> Void)?
    private var startTime: Int64 = 0
    /// From `start` to the first sample.
    private var opening: OpeningWatch?
    /// The capture that delivers samples.
    private var capture: Capture?
    /// The previous capture, until its device is closed.
    private var closing: Capture?

    /// - Parameters:
    ///   - name: an ALSA PCM; ``ALSADevices/list()`` has those that exist.
    ///   - idleMode: what the device does between two captures.
    ///   - openLimit: `start` fails after this time without a sample.
    public init(
        _ name: String, idleMode: AudioIdleMode = .closed, openLimit: Duration = .seconds(10)
    ) {
        self.name = name
        configuredMode = idleMode
        self.openLimit = openLimit
    }

    isolated deinit {
        ready?.end()
        capture?.end()
        closing?.end()
        // On a thread, since closing may wait for a sound server.
        guard !shelf.isEmpty else { return }
        let line = try? CaptureLine(
            name: name, purpose: .closing, idleMode: configuredMode, shelf: shelf)
        (try? line.map { try Capture($0) {} })?.end()
    }

    public func availability() -> Availability {
        if let problem = ALSADefinition.problem(name) { .unavailable(problem) } else { .available }
    }

    public var idleMode: AudioIdleMode {
        let isHeld = capture != nil || closing != nil || !shelf.isEmpty
        return isHeld ? configuredMode : .closed
    }

    public var hasOppositeChannels: Bool { capture?.line.hasOppositeChannels == true }

    public func prepare() {
        guard configuredMode != .closed, capture == nil, closing == nil, shelf.isEmpty else {
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
            // First, since the user waits for it.
            if let closing { closing.line.requestHandover() } else { try begin() }
            opening = OpeningWatch(
                of: name, limit: openLimit, onProblem: { [unowned self] in fail($0) },
                onLimit: { [unowned self] in giveUpOpening($0) })
        } catch {
            fail(error)
        }
    }

    public func stop() {
        guard let deliver else { return }
        self.deliver = nil
        opening = nil
        guard let capture else { return }
        capture.line.requestStop()
        // Before it runs there is nothing to wait for. Afterwards the last read takes microseconds;
        // the limit is for a driver that hangs.
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
        capture?.line.isPatient = isPatient
        capture?.line.requestStart()
    }

    private func launch(_ purpose: CaptureLine.Purpose) throws(SystemError) -> Capture {
        errors = []
        let line = try CaptureLine(
            name: name, purpose: purpose, idleMode: configuredMode, shelf: shelf)
        return try Capture(line) { [weak self] in self?.handle(line) }
    }

    /// Handles changes of a capture. Each delivery may stop it, and even start the next.
    private func handle(_ line: CaptureLine) {
        // Read first: once the phase is sealed, all samples are in the ring.
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
            opening = nil
            capturingSince = capture.line.capturingSince
            openDuration = .nanoseconds(MonotonicClock.nanoseconds - startTime)
        }
        deliver(event)
    }

    private func giveUpOpening(_ server: SoundServer?) {
        let seconds = openLimit.components.seconds
        fail(
            Problem(
                "cannot open the microphone “\(name)”",
                why: closing == nil
                    ? "it gave no sound within \(seconds) s"
                    : "its last use has not ended within \(seconds) s",
                remedy: SoundServer.remedy(server)))
    }

    private func fail(_ error: SystemError) {
        fail(Problem("cannot open the microphone “\(name)”", why: error.description))
    }

    private func fail(_ problem: Problem) {
        let deliver = self.deliver
        self.deliver = nil
        opening = nil
        if let capture {
            capture.line.requestStop()
            retire(capture)
        }
        deliver?(.failed(problem))
    }

    /// Lets a capture close its device.
    private func retire(_ capture: Capture) {
        self.capture = nil
        closing = capture
        // Its last signal may have been drained by `wait(for:atMost:)`.
        if capture.line.phase == .closed { finishClosing() }
    }

    private func finishClosing() {
        closing?.thread.join()
        closing = nil
        // A start was requested in the meantime.
        guard deliver == nil else {
            do throws(SystemError) { try begin() } catch { fail(error) }
            return
        }
        if configuredMode == .open, !shelf.isEmpty, ready == nil { ready = try? launch(.capture) }
        errors = shelf.descriptors.compactMap { descriptor in
            try? EventLoop.shared.watch(FileDescriptor(rawValue: descriptor), for: []) {
                [unowned self] _ in handleError()
            }
        }
    }

    // MARK: Rest

    /// The idle device was unplugged, or suspended with the machine.
    private func handleError() {
        // A device that fails at once would be reopened forever; the next start will report it.
        let isRecent = lastReopening.map { MonotonicClock.nanoseconds - $0 < 5_000_000_000 }
        if isRecent == true { closing = try? launch(.closing) } else { reopen() }
    }

    private func reopen() {
        lastReopening = MonotonicClock.nanoseconds
        // Without a thread, the next start will report it.
        closing = try? launch(.reopening)
    }
}
