import Glibc

/// The last samples that were captured, so many at most; each new one takes the place of the
/// oldest. Allocated beforehand.
struct PrerollBuffer: ~Copyable, @unchecked Sendable {
    // @unchecked: the memory belongs to this value, and a ~Copyable value has one owner.

    private let samples: UnsafeMutableBufferPointer<Int16>
    /// Where the next sample goes.
    private var next = 0
    private(set) var count = 0

    init(capacity: Int) {
        samples = .allocate(capacity: capacity)
        // Touched now, so that no page fault meets the capture thread.
        samples.initialize(repeating: 0)
    }

    deinit {
        samples.deallocate()
    }

    /// Lets `fill` write samples and takes over as many as it returns; results that are not
    /// positive pass through.
    mutating func write(_ fill: (UnsafeMutableBufferPointer<Int16>) -> Int) -> Int {
        let written = fill(UnsafeMutableBufferPointer(rebasing: samples[next...]))
        if written > 0 {
            next = (next + written) % samples.count
            count = min(count + written, samples.count)
        }
        return written
    }

    /// Hands the samples over, the oldest first, and keeps none.
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
        // What was heard is nobody's business any more.
        samples.update(repeating: 0)
        next = 0
        count = 0
    }
}
