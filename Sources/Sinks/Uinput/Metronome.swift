import DesktopParts
import LinuxRuntime
import MonotonicTime

extension TypingPace {
    /// How many strokes may be typed without a rest, if the reader's queue allows it.
    var strokesAtOnce: Int {
        if interval == .zero { return .max }
        if keyHold > .zero { return 1 }
        return max(1, min(Metronome.burst, Int(Metronome.rest / interval.nanoseconds)))
    }

    /// The time between a modifier and the key that it modifies, and after it, so that receivers
    /// that only poll the modifiers see them (a Shift held for no time was lost).
    var modifierHold: Duration { keyHold == .zero ? .zero : .milliseconds(2) }
}

/// Keeps a pace with few wake-ups: some strokes at once, then a rest. A late timer is compensated,
/// so that the rate holds on a busy machine, but never by more than a reader's queue holds.
struct Metronome {
    private let interval: Int64
    /// When the next stroke is due, in nanoseconds of the monotonic clock.
    private var due: Int64

    /// The most strokes without a rest: about 200 of the 1024 events in a reader's queue. On a
    /// machine too slow for the pace the rests give the reader its time, and let a cancellation
    /// through.
    static let burst = 32

    /// Strokes since the last rest.
    private var restless = 0

    /// The shortest rest in nanoseconds. A wake-up for each stroke would cost the typist, the
    /// server and the receiver as much again as the stroke.
    static let rest: Int64 = 8_000_000

    init(_ interval: Duration) {
        self.interval = interval.nanoseconds
        due = MonotonicClock.nanoseconds
    }

    /// Suspends until `strokes` strokes may be typed.
    mutating func wait(for strokes: Int) async throws {
        // The receiver determines the pace.
        if interval == 0 { return }
        let now = MonotonicClock.nanoseconds
        // A rest shorter than the timer's inaccuracy isn't worth a wake-up either.
        let shortest = interval < Self.rest ? Self.rest : 1_000_000
        if due - now >= shortest || restless >= Self.burst {
            try await EventLoop.shared.sleep(for: .nanoseconds(max(due - now, 1_000_000)))
            restless = 0
        }
        restless += strokes
        let earliest = MonotonicClock.nanoseconds - Int64(Self.burst) * interval
        due = max(due, earliest) + Int64(strokes) * interval
    }
}
