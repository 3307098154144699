import Synchronization

/// A queue of samples from the capture thread to the event loop: allocated in advance and without
/// locks, for one thread that writes and one that reads. It also keeps the positions where samples
/// were lost.
final class SampleRing: @unchecked Sendable {
    // @unchecked: the writer owns what lies between `written` and `read` (as a ring) and the reader
    // the rest, and each passes its part on by a releasing store that the other acquires;
    // `unmarkedLoss` belongs to the writer.

    enum Item {
        case samples([Int16])
        case lost(Int)
    }

    /// `count` samples were lost after the first `position` samples of the stream.
    private struct Loss {
        var position: Int
        var count: Int
    }

    private let samples: UnsafeMutableBufferPointer<Int16>
    private let losses: UnsafeMutableBufferPointer<Loss>
    // Counted from the beginning of the stream; they never wrap around.
    private let written = Atomic<Int>(0)
    private let read = Atomic<Int>(0)
    private let lossesWritten = Atomic<Int>(0)
    private let lossesRead = Atomic<Int>(0)
    /// Samples lost since the last loss that the reader can see.
    private var unmarkedLoss = 0

    init(capacity: Int, losses: Int = 64) {
        samples = .allocate(capacity: capacity)
        // Touched now, so that the capture thread has no page faults.
        samples.initialize(repeating: 0)
        self.losses = .allocate(capacity: losses)
        self.losses.initialize(repeating: Loss(position: 0, count: 0))
    }

    deinit {
        samples.deallocate()
        losses.deallocate()
    }

    // MARK: The writer

    /// Lets `fill` write samples into free space and keeps as many as it returns; negative results
    /// are returned unchanged. The space is empty when the reader is too far behind.
    func write(_ fill: (UnsafeMutableBufferPointer<Int16>) -> Int) -> Int {
        let position = written.load(ordering: .relaxed)
        let free = samples.count - (position - read.load(ordering: .acquiring))
        let start = position % samples.count
        // While there is no room for the mark of a loss, later samples are kept out, since they
        // would seem to follow those before the loss.
        let space = markLoss() ? min(free, samples.count - start) : 0
        let count = fill(UnsafeMutableBufferPointer(rebasing: samples[start..<start + space]))
        if count > 0, space > 0 { written.store(position + count, ordering: .releasing) }
        return count
    }

    /// Counts samples that the device captured but that will never be written.
    func lose(_ count: Int) {
        unmarkedLoss += count
    }

    /// Shows the losses so far to the reader; false when there is no room for the mark yet.
    @discardableResult
    func markLoss() -> Bool {
        if unmarkedLoss == 0 { return true }
        let index = lossesWritten.load(ordering: .relaxed)
        guard index - lossesRead.load(ordering: .acquiring) < losses.count else { return false }
        losses[index % losses.count] = Loss(
            position: written.load(ordering: .relaxed), count: unmarkedLoss)
        unmarkedLoss = 0
        lossesWritten.store(index + 1, ordering: .releasing)
        return true
    }

    // MARK: The reader

    var isEmpty: Bool {
        written.load(ordering: .acquiring) == read.load(ordering: .relaxed)
            && lossesWritten.load(ordering: .acquiring) == lossesRead.load(ordering: .relaxed)
    }

    /// The next samples or loss, or nil when the reader has caught up.
    func take() -> Item? {
        // `written` first: the losses before these samples are then visible too.
        let end = written.load(ordering: .acquiring)
        let position = read.load(ordering: .relaxed)
        let lossIndex = lossesRead.load(ordering: .relaxed)
        var limit = end
        if lossIndex < lossesWritten.load(ordering: .acquiring) {
            let loss = losses[lossIndex % losses.count]
            if loss.position == position {
                lossesRead.store(lossIndex + 1, ordering: .releasing)
                return .lost(loss.count)
            }
            limit = min(end, loss.position)
        }
        if limit == position { return nil }
        let start = position % samples.count
        let count = min(limit - position, samples.count - start)
        let taken = Array(samples[start..<start + count])
        read.store(position + count, ordering: .releasing)
        return .samples(taken)
    }
}
