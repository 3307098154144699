import MonotonicTime
import Testing

@testable import DesktopBus

/// The times of key events that desktops report.
@Suite struct HeldHotkeysTests {
    /// 50 days after the machine's start: the lowest 32 bits have begun anew.
    private static let milliseconds: Int64 = 50 * 86_400_000 + 123
    private static let now = Instant(nanoseconds: milliseconds * 1_000_000)

    private func age(_ reported: Int64?) -> Int64 {
        HeldHotkeys.time(reported.map { Int($0) }, now: Self.now).duration(to: Self.now)
            .milliseconds
    }

    /// Reports that arrive together are as far from each other as the keys were.
    @Test func eventsHaveTheirOwnTimes() {
        #expect(age(Self.milliseconds - 700) == 700)
        #expect(age(Self.milliseconds) == 0)
    }

    /// GNOME.
    @Test func thirtyTwoBitsAreEnough() {
        #expect(age((Self.milliseconds - 700) & 0xFFFF_FFFF) == 700)
    }

    /// Hyprland's seconds, KWin's microseconds if it sent such, nothing at all, the future.
    @Test func whatIsNoTimeIsNow() {
        let now = Self.milliseconds
        for reported in [nil, 0, now / 1000, now * 1000, now + 5] {
            #expect(age(reported) == 0)
        }
    }
}
