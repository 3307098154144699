import Dictation
import DictationParts
import MonotonicTime

/// The hotkeys that are down, as a desktop reports them: it may repeat a press while the key is
/// held.
struct HeldHotkeys {
    private var down: Set<Int> = []

    /// When a key event happened, by the time in a desktop's report of it: of a busy desktop the
    /// reports come late, and not as far from each other as the events, so that a tap would look
    /// like a hold.
    ///
    /// - Parameter milliseconds: of CLOCK_MONOTONIC, of which GNOME sends the lowest 32 bits. A
    ///   time that can't be from the last seconds (Hyprland sends seconds) counts as `now`.
    static func time(_ milliseconds: Int?, now: Instant = .now) -> Instant {
        guard let milliseconds else { return now }
        let age =
            UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000)
            &- UInt32(truncatingIfNeeded: milliseconds)
        return age <= oldest ? now.advanced(by: .milliseconds(-Int(age))) : now
    }

    /// Milliseconds.
    private static let oldest: UInt32 = 10_000

    /// The event of a press; nil if it is a repetition.
    mutating func press(_ index: Int?, at time: Instant) -> HotkeyEvent? {
        guard let index, down.insert(index).inserted else { return nil }
        return .pressed(index, at: time)
    }

    /// The event of a release; nil if the key wasn't down.
    mutating func release(_ index: Int?, at time: Instant) -> HotkeyEvent? {
        guard let index, down.remove(index) != nil else { return nil }
        return .released(index, at: time)
    }

    /// The events when the desktop has gone.
    mutating func releaseAll() -> [HotkeyEvent] {
        defer { down = [] }
        return down.sorted().map { .released($0, at: .now) }
    }
}
