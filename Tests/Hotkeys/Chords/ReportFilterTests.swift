import HotkeyChords
import MonotonicTime
import Testing

/// Which reports may be late, and for which keys.
@Suite struct ReportFilterTests {
    private let early = Instant(nanoseconds: 5)
    private var late: Instant {
        early.advanced(by: ReportFilter.longestDelay + .nanoseconds(1))
    }

    @Test func reportsWhatIsFresh() {
        var filter = ReportFilter()
        let events: [ChordEvent] = [
            .pressed(1, at: early), .spoiled(1, at: early), .released(1, at: early),
        ]
        #expect(
            filter.reports(of: events, now: early.advanced(by: ReportFilter.longestDelay)) == [
                .pressed(binding: 1, at: early), .spoiled(binding: 1, at: early),
                .released(binding: 1, at: early),
            ])
    }

    @Test func reportsNoPressLateNorWhatFollowsIt() {
        var filter = ReportFilter()
        let events: [ChordEvent] = [.pressed(0, at: early), .spoiled(0, at: late)]
        #expect(filter.reports(of: events, now: late).isEmpty)
        #expect(filter.reports(of: [.released(0, at: late)], now: late).isEmpty)
        #expect(
            filter.reports(of: [.pressed(0, at: late)], now: late)
                == [.pressed(binding: 0, at: late)])
    }

    @Test func reportsARelease() {
        var filter = ReportFilter()
        _ = filter.reports(of: [.pressed(0, at: early)], now: early)
        #expect(
            filter.reports(of: [.released(0, at: early)], now: late)
                == [.released(binding: 0, at: early)])
    }

    @Test func releasesOnceWhatIsDown() {
        var filter = ReportFilter()
        _ = filter.reports(
            of: [.pressed(2, at: early), .pressed(0, at: early), .pressed(1, at: early)],
            now: early)
        filter.forget(1)
        #expect(
            filter.releaseAll(at: late)
                == [.released(binding: 0, at: late), .released(binding: 2, at: late)])
        #expect(filter.releaseAll(at: late).isEmpty)
        #expect(filter.reports(of: [.released(0, at: late)], now: late).isEmpty)
    }
}
