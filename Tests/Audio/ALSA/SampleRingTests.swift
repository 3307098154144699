import LinuxRuntime
import Synchronization
import Testing

@testable import AudioALSA

@Suite struct SampleRingTests {
    /// Writes as many of the samples as fit; the rest is lost.
    private func write(_ samples: [Int16], to ring: SampleRing) {
        var rest = samples[...]
        while !rest.isEmpty {
            let count = ring.write { space in
                let count = min(space.count, rest.count)
                for index in 0..<count { space[index] = rest[rest.startIndex + index] }
                return count
            }
            if count == 0 { break }
            rest.removeFirst(count)
        }
        ring.lose(rest.count)
    }

    /// Everything that can be read: samples, and each loss as a negative number.
    private func read(_ ring: SampleRing) -> [Int] {
        var result: [Int] = []
        while let item = ring.take() {
            switch item {
            case .samples(let samples): result += samples.map(Int.init)
            case .lost(let count): result.append(-count)
            }
        }
        return result
    }

    @Test func goesRound() {
        let ring = SampleRing(capacity: 5)
        for start in 0..<7 as Range<Int16> {
            #expect(ring.isEmpty)
            write([start, start + 1, start + 2], to: ring)
            #expect(read(ring) == [Int(start), Int(start) + 1, Int(start) + 2])
        }
    }

    @Test func reportsALossInItsPlace() {
        let ring = SampleRing(capacity: 8)
        write([1, 2], to: ring)
        ring.lose(7)
        ring.lose(2)
        write([3], to: ring)
        ring.lose(4)
        #expect(read(ring) == [1, 2, -9, 3])
        ring.markLoss()
        #expect(read(ring) == [-4])
    }

    @Test func countsWhatAFullRingRefuses() {
        let ring = SampleRing(capacity: 4)
        write([1, 2, 3, 4, 5, 6], to: ring)
        #expect(read(ring) == [1, 2, 3, 4])
        write([7], to: ring)
        #expect(read(ring) == [-2, 7])
    }

    @Test func keepsOrderWhenLossesFindNoRoom() {
        let ring = SampleRing(capacity: 100, losses: 2)
        for sample in 1...4 as ClosedRange<Int16> {
            write([sample], to: ring)
            ring.lose(10)
            ring.markLoss()
        }
        // There was no room for the third sample's loss, so the fourth is lost with it.
        #expect(read(ring) == [1, -10, 2, -10, 3])
        ring.markLoss()
        #expect(read(ring) == [-21])
    }

    /// Every sample is read or counted as lost, in order, however two threads interleave.
    @Test func losesNothingUncountedBetweenThreads() throws {
        let ring = SampleRing(capacity: 64)
        let total = 200_000
        let finished = Flag()
        let thread = try Thread(name: "writer") {
            var next = 0
            while next < total {
                let count = ring.write { space in
                    let count = min(space.count, 7, total - next)
                    for index in 0..<count {
                        space[index] = Int16(truncatingIfNeeded: next + index)
                    }
                    return count
                }
                if count == 0 { ring.lose(1) }
                next += max(1, count)
            }
            while !ring.markLoss() {}
            finished.value.store(true, ordering: .releasing)
        }
        var position = 0
        while true {
            let isLast = finished.value.load(ordering: .acquiring)
            while let item = ring.take() {
                switch item {
                case .samples(let samples):
                    for sample in samples {
                        guard sample == Int16(truncatingIfNeeded: position) else {
                            Issue.record("sample \(position) is \(sample)")
                            return thread.join()
                        }
                        position += 1
                    }
                case .lost(let count): position += count
                }
            }
            if isLast { break }
        }
        thread.join()
        #expect(position == total)
    }

    private final class Flag: Sendable {
        let value = Atomic<Bool>(false)
    }
}
