import Dictation
import Glibc
import LinuxRuntime
import Synchronization
import SystemPackage

/// What the capture thread and the event loop share during one capture.
final class CaptureLine: @unchecked Sendable {
    // @unchecked: `storedProblem` is written by the capture thread before it stores `.sealed`
    // (releasing) and read by others after they have loaded that (acquiring); the rest is
    // constant, atomic or a ring with rules of its own.

    /// How far the capture thread is; it only goes forward.
    enum Phase: Int, Comparable {
        /// The device is being opened; the ring stays empty.
        case opening
        /// The device captures.
        case running
        /// The ring gets nothing more; the device is being closed, or listens for itself.
        case sealed
        /// The device is closed or on the shelf, and the thread ends.
        case closed

        static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }

    /// What the thread is for.
    enum Purpose {
        /// To capture for a dictation, and then to leave the device to its rest.
        case capture
        /// To close the device if it is open, open it anew and leave it to its rest.
        case reopening
        /// To close the device.
        case closing
    }

    let name: String
    let purpose: Purpose
    /// What the device does after the capture.
    let rest: AudioRest
    /// Where the device is found and left if it stays open.
    let shelf: IdleDevice
    /// Room for 8 s: so long may the event loop be busy.
    let ring = SampleRing(capacity: 8 * AudioFormat.rate)
    private let phaseNumber = Atomic<Int>(Phase.opening.rawValue)
    private let stopRequested = Atomic<Bool>(false)
    private let startRequested = Atomic<Bool>(false)
    private let handoverRequested = Atomic<Bool>(false)
    private let firstSampleTime = Atomic<Int64>(0)
    private let abandoned = Atomic<Bool>(false)
    private let stalled = Atomic<Bool>(false)
    private let samplesMissed = Atomic<Int>(0)
    private var storedProblem: Problem?
    /// Signalled for new samples and new phases.
    private let news: OwnedDescriptor
    /// Signalled for each request to the capture thread.
    private let requests: OwnedDescriptor

    init(
        name: String, purpose: Purpose, rest: AudioRest, shelf: IdleDevice
    ) throws(SystemError) {
        self.name = name
        self.purpose = purpose
        self.rest = rest
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

    /// Lets the thread capture.
    func requestStart() {
        startRequested.store(true, ordering: .releasing)
        requests.signalEvent()
    }

    /// Asks the thread to read what there is and end.
    func requestStop() {
        stopRequested.store(true, ordering: .releasing)
        requests.signalEvent()
    }

    /// Asks the thread to leave a device that listens to the next capture.
    func requestHandover() {
        handoverRequested.store(true, ordering: .releasing)
        requests.signalEvent()
    }

    /// Nobody wants the device after this capture: the thread closes it.
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

    /// Whether the device gives no sound at present.
    var isStalled: Bool { stalled.load(ordering: .acquiring) }

    /// How many samples the last stall has cost, once it is over.
    var missed: Int { samplesMissed.load(ordering: .acquiring) }

    // MARK: The capture thread's side

    func stall() {
        stalled.store(true, ordering: .releasing)
        news.signalEvent()
    }

    /// The stall is over, and has cost so many samples.
    func resume(missed: Int) {
        samplesMissed.store(missed, ordering: .releasing)
        stalled.store(false, ordering: .releasing)
        news.signalEvent()
    }

    /// Whether the device goes on capturing for itself.
    var listens: Bool { if case .listening = rest { true } else { false } }

    var isStopRequested: Bool { stopRequested.load(ordering: .acquiring) }

    var isAbandoned: Bool { abandoned.load(ordering: .acquiring) }

    /// Waits until it may capture, or must stop.
    func waitForRequest() {
        // A request is noted before it is signalled, so none is drained unseen.
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

    /// The device captures, since a moment on the monotonic clock.
    func run(since nanoseconds: Int64) {
        firstSampleTime.store(nanoseconds, ordering: .releasing)
        enter(.running)
    }

    func tellNews() {
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
