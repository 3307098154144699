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
        /// The ring gets nothing more; the device is being closed.
        case sealed
        /// The device is closed and the thread ends.
        case closed

        static func < (left: Phase, right: Phase) -> Bool { left.rawValue < right.rawValue }
    }

    let name: String
    /// Room for 8 s: so long may the event loop be busy.
    let ring = SampleRing(capacity: 8 * AudioFormat.rate)
    private let phaseNumber = Atomic<Int>(Phase.opening.rawValue)
    private let stopRequested = Atomic<Bool>(false)
    private var storedProblem: Problem?
    /// Signalled for new samples and new phases.
    private let news: OwnedDescriptor
    /// Signalled to stop the capture thread.
    private let stopping: OwnedDescriptor

    init(name: String) throws(SystemError) {
        self.name = name
        news = try .event()
        stopping = try .event()
    }

    var phase: Phase { Phase(rawValue: phaseNumber.load(ordering: .acquiring))! }

    // MARK: The event loop's side

    var newsDescriptor: FileDescriptor { news.descriptor }

    func drainNews() {
        news.drainEvent()
    }

    /// Why the capture ended by itself. Known once it is sealed.
    var problem: Problem? { phase >= .sealed ? storedProblem : nil }

    /// Asks the thread to read what there is and end.
    func requestStop() {
        stopRequested.store(true, ordering: .releasing)
        stopping.signalEvent()
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

    // MARK: The capture thread's side

    var isStopRequested: Bool { stopRequested.load(ordering: .acquiring) }

    var stopDescriptor: Int32 { stopping.rawValue }

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
