import Glibc

/// A ring buffer of the last captured samples; each new one replaces the oldest. Allocated in
/// advance.
struct PrerollBuffer: ~Copyable, @unchecked Sendable {
    // @unchecked: the memory belongs to this value, and a ~Copyable value has one owner.

    private let samples: UnsafeMutableBufferPointer<Int16>
    /// Where the next sample goes.
    private var next = 0
    private(set) var count = 0

    init(capacity: Int) {
        samples = .allocate(capacity: capacity)
        // Touched now, so that the capture thread has no page faults.
        samples.initialize(repeating: 0)
    }

    deinit {
        samples.deallocate()
    }

    /// Lets `fill` write samples and keeps as many as it returns; results that are not positive are
    /// returned unchanged.
    mutating func write(_ fill: (UnsafeMutableBufferPointer<Int16>) -> Int) -> Int {
        let written = fill(UnsafeMutableBufferPointer(rebasing: samples[next...]))
        if written > 0 {
            next = (next + written) % samples.count
            count = min(count + written, samples.count)
        }
        return written
    }

    /// Moves the samples into a ring, the oldest first.
    mutating func pour(into ring: SampleRing) {
        let start = count < samples.count ? 0 : next
        for piece in [start..<max(start, count), 0..<start] {
            var rest = samples[piece]
            while !rest.isEmpty {
                let poured = ring.write { space in
                    let part = rest.prefix(space.count)
                    _ = space.update(fromContentsOf: part)
                    return part.count
                }
                if poured == 0 { break }
                rest = rest.dropFirst(poured)
            }
        }
        forget()
    }

    mutating func forget() {
        // Erased: what was heard is private.
        samples.update(repeating: 0)
        next = 0
        count = 0
    }
}
