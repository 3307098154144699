import Dictation
import LinuxRuntime

/// How fast keys are typed.
public struct TypingPace: Hashable, Sendable {
    /// How long each key stays down.
    public var keyHold: Duration
    /// From stroke to stroke.
    public var interval: Duration

    public init(keyHold: Duration, interval: Duration) {
        self.keyHold = keyHold
        self.interval = interval
    }

    /// As fast as the receiver says that it has read.
    public static let answered = TypingPace(keyHold: .zero, interval: .zero)

    /// 4000 keys a second: the console reads a key before the write returns, and a program in it
    /// has 64 KiB to catch up (tty_buffer.c in the kernel).
    public static let console = TypingPace(keyHold: .zero, interval: .microseconds(250))

    /// 1000 keys a second, for compositors that can't be asked: a reader that stands still for
    /// a tenth of a second loses nothing, for its queue holds as many keys.
    public static let measured = TypingPace(keyHold: .zero, interval: .milliseconds(1))

    /// For KWin and Mutter, which have been seen to lose keys that come and go within a frame of
    /// theirs.
    public static let steady = TypingPace(keyHold: .milliseconds(8), interval: .milliseconds(10))

    /// Whether a desktop's compositor needs the steady pace.
    ///
    /// - Parameter desktop: $XDG_CURRENT_DESKTOP.
    static func isSteady(_ desktop: String?) -> Bool {
        isKDE(desktop) || GNOMELayouts.rule(desktop)
    }

    static func isKDE(_ desktop: String?) -> Bool {
        (desktop ?? "").split(separator: ":").contains { $0.lowercased() == "kde" }
    }

    /// How many strokes may come without a rest, but for what the reader's queue allows.
    var strokesAtOnce: Int {
        if interval == .zero { return .max }
        if keyHold > .zero { return 1 }
        return max(1, min(Metronome.burst, Int(Metronome.rest / interval.nanoseconds)))
    }

    /// From a modifier to the key that it modifies, and after it: receivers that look at the
    /// modifiers once in a while see them (a Shift held for no time was lost).
    var modifierHold: Duration { keyHold == .zero ? .zero : .milliseconds(2) }
}

/// Keeps to a pace by waking seldom: some strokes at once, then a rest. A timer that comes late
/// is made up for, so that the rate holds on a busy machine, but never by more than a reader's
/// queue keeps.
struct Metronome {
    private let interval: Int64
    /// When the next stroke is due, in nanoseconds of the monotonic clock.
    private var due: Int64

    /// Strokes without a rest, at most: about 200 of the 1024 events that a reader's queue keeps.
    /// On a machine too slow for the pace this is what leaves the reader its time, and lets a
    /// cancellation through.
    static let burst = 32

    /// Strokes since the last rest.
    private var restless = 0

    /// Nanoseconds. A wake-up for each stroke costs the typist, the server and the receiver as
    /// much again as the stroke.
    static let rest: Int64 = 8_000_000

    init(_ interval: Duration) {
        self.interval = interval.nanoseconds
        due = MonotonicClock.nanoseconds
    }

    /// Suspends until `strokes` strokes may be typed.
    mutating func wait(for strokes: Int) async throws {
        // Somebody else keeps the time.
        if interval == 0 { return }
        let now = MonotonicClock.nanoseconds
        // A rest shorter than the timer's own inaccuracy isn't worth a wake-up either.
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
