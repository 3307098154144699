import Testing

@testable import UtterCommands

/// What is shown of a download.
struct TransferPaceTests {
    private static let second: Int64 = 1_000_000_000

    /// So many bytes each tenth of a second.
    private func pace(_ steps: [(bytes: Int, tenths: Int)]) -> TransferPace {
        var (pace, bytes, time) = (TransferPace(), 0, Int64(7))
        pace.add(0, at: time)
        for step in steps {
            for _ in 0..<step.tenths {
                (bytes, time) = (bytes + step.bytes, time + Self.second / 10)
                pace.add(bytes, at: time)
            }
        }
        return pace
    }

    @Test func thereIsNoSpeedAtFirst() {
        #expect(TransferPace().text(of: 1000) == "0 % of 1.0 kB")
        #expect(pace([(100_000, 4)]).text(of: 1_000_000) == "40 % of 1.0 MB")
    }

    @Test func theSpeedIsThatOfTheLastSeconds() {
        let slower = pace([(1_000_000, 100), (100_000, 60)])
        #expect(slower.text(of: 200_000_000) == "53 % of 200.0 MB, 1.0 MB/s, 94 s left")
    }

    @Test(arguments: [
        (110_000_000, "9 % of 110.0 MB, 1.0 MB/s, 2 min left"),
        (100_000_000, "10 % of 100.0 MB, 1.0 MB/s, 90 s left"),
        (1_000_000_000, "1 % of 1.0 GB, 1.0 MB/s, 17 min left"),
        (99_000_000_000, "0 % of 99.0 GB, 1.0 MB/s, 28 h left"),
        (10_000_000, "100 % of 10.0 MB, 1.0 MB/s"),
    ])
    func theTimeLeftIsRoundedUp(_ total: Int, _ text: String) {
        #expect(pace([(100_000, 100)]).text(of: total) == text)
    }

    @Test func aStandstillHasNoEnd() {
        #expect(pace([(1000, 20), (0, 60)]).text(of: 100_000) == "20 % of 100.0 kB, 0 B/s")
    }

    /// A whole download in pieces of 16 kB: few samples are kept.
    @Test func manySmallPiecesAreNoOther() {
        var pace = TransferPace()
        for number in 0...100_000 { pace.add(number * 16_384, at: Int64(number) * 100_000) }
        #expect(pace.text(of: 2_000_000_000) == "81 % of 2.0 GB, 163.8 MB/s, 3 s left")
    }
}
