import Dictation
import Glibc
import LinuxRuntime
import MonotonicTime
import Problems
import Synchronization
import SystemPackage

/// The state that the capture thread and the event loop share during one capture.
final class CaptureLine: @unchecked Sendable {
    // @unchecked: `storedProblem` is written by the capture thread before it stores `.sealed`
    // (releasing) and read by others after they have loaded that (acquiring); everything else is
    // constant, atomic, or a ring with its own rules.

    /// The phase of the capture thread; it only advances.
    enum Phase: Int, Comparable {
        /// The device is being opened; the ring stays empty.
        case opening
        /// The device captures.
        case running
        /// The ring gets no more samples; the device is being closed, or fills the preroll buffer.
        case sealed
        /// The device is closed or idle, and the thread ends.
        case closed

        static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }

    /// The task of the thread.
    enum Purpose {
        /// To capture for a dictation, and then to leave the device in its idle mode.
        case capture
        /// To close the device if it is open, reopen it and leave it in its idle mode.
        case reopening
        /// To close the device.
        case closing
    }

    let name: String
    let purpose: Purpose
    /// The state of the device after the capture.
    let idleMode: AudioIdleMode
    /// Holds the device between captures if it stays open.
    let shelf: IdleDevice
    /// Room for 8 s: the event loop may be busy for that long.
    let ring = SampleRing(capacity: 8 * AudioFormat.rate)
    private let phaseNumber = Atomic<Int>(Phase.opening.rawValue)
    private let stopRequested = Atomic<Bool>(false)
    private let startRequested = Atomic<Bool>(false)
    private let handoverRequested = Atomic<Bool>(false)
    private let firstSampleTime = Atomic<Int64>(0)
    private let abandoned = Atomic<Bool>(false)
    private let patient = Atomic<Bool>(false)
    private let stalled = Atomic<Bool>(false)
    private let samplesMissed = Atomic<Int>(0)
    private let opposites = Atomic<Bool>(false)
    private var storedProblem: Problem?
    /// Signalled for new samples and new phases.
    private let news: OwnedDescriptor
    /// Signalled for each request to the capture thread.
    private let requests: OwnedDescriptor

    init(
        name: String, purpose: Purpose, idleMode: AudioIdleMode, shelf: IdleDevice
    ) throws(SystemError) {
        self.name = name
        self.purpose = purpose
        self.idleMode = idleMode
        self.shelf = shelf
        news = try .event()
        requests = try .event()
    }

    var phase: Phase { Phase(rawValue: phaseNumber.load(ordering: .acquiring))! }

    // MARK: The event loop's side

    var newsDescriptor: FileDescriptor { news.descriptor }

    func drainNews() {
        news.drainEvent()
    }

    /// Why the capture ended by itself. Known once it is sealed.
    var problem: Problem? { phase >= .sealed ? storedProblem : nil }

    /// Starts capturing on the thread.
    func requestStart() {
        startRequested.store(true, ordering: .releasing)
        requests.signalEvent()
    }

    /// Asks the thread to read the remaining samples and end.
    func requestStop() {
        stopRequested.store(true, ordering: .releasing)
        requests.signalEvent()
    }

    /// Asks the thread to hand a listening device over to the next capture.
    func requestHandover() {
        handoverRequested.store(true, ordering: .releasing)
        requests.signalEvent()
    }

    /// Whether nobody waits for the sound: it is read ten times a second.
    var isPatient: Bool {
        get { patient.load(ordering: .acquiring) }
        set { patient.store(newValue, ordering: .releasing) }
    }

    /// The device isn't needed after this capture: the thread closes it.
    func abandon() {
        abandoned.store(true, ordering: .releasing)
    }

    /// When the first sample of the capture was captured; nil until it runs.
    var capturingSince: Instant? {
        let time = firstSampleTime.load(ordering: .acquiring)
        return time == 0 ? nil : Instant(nanoseconds: time)
    }

    /// Blocks until the thread has reached a phase, at most as long as `limit`.
    func wait(for phase: Phase, atMost limit: Duration) {
        let deadline = MonotonicClock.nanoseconds + limit.nanoseconds
        while self.phase < phase {
            let left = (deadline - MonotonicClock.nanoseconds) / 1_000_000
            guard left > 0 else { return }
            var descriptor = pollfd(fd: news.rawValue, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, Int32(left))
            news.drainEvent()
        }
    }

    /// Whether the device gives no sound now.
    var isStalled: Bool { stalled.load(ordering: .acquiring) }

    /// Whether the last samples came from two channels that cancel each other. The capture thread
    /// says so.
    var hasOppositeChannels: Bool {
        get { opposites.load(ordering: .relaxed) }
        set { opposites.store(newValue, ordering: .relaxed) }
    }

    /// How many samples the last stall has lost, once it has ended.
    var missed: Int { samplesMissed.load(ordering: .acquiring) }

    // MARK: The capture thread's side

    func stall() {
        stalled.store(true, ordering: .releasing)
        news.signalEvent()
    }

    /// The stall has ended, and has lost this many samples.
    func resume(missed: Int) {
        samplesMissed.store(missed, ordering: .releasing)
        stalled.store(false, ordering: .releasing)
        news.signalEvent()
    }

    /// Whether the device keeps capturing into the preroll buffer.
    var listens: Bool { if case .listening = idleMode { true } else { false } }

    var isStopRequested: Bool { stopRequested.load(ordering: .acquiring) }

    var isAbandoned: Bool { abandoned.load(ordering: .acquiring) }

    /// Waits until capturing is requested, or stopping.
    func waitForRequest() {
        // A request is stored before it is signalled, so none is drained unseen.
        while !isStopRequested, !startRequested.load(ordering: .acquiring) {
            var descriptor = pollfd(fd: requests.rawValue, events: Int16(POLLIN), revents: 0)
            _ = poll(&descriptor, 1, -1)
            requests.drainEvent()
        }
    }

    var isHandoverRequested: Bool { handoverRequested.load(ordering: .acquiring) }

    var requestDescriptor: Int32 { requests.rawValue }

    func drainRequests() {
        requests.drainEvent()
    }

    /// The device captures, since a time on the monotonic clock.
    func run(since nanoseconds: Int64) {
        firstSampleTime.store(nanoseconds, ordering: .releasing)
        enter(.running)
    }

    func sendNews() {
        news.signalEvent()
    }

    func enter(_ phase: Phase) {
        phaseNumber.store(phase.rawValue, ordering: .releasing)
        news.signalEvent()
    }

    func seal(_ problem: Problem?) {
        storedProblem = problem
        ring.markLoss()
        enter(.sealed)
    }
}
