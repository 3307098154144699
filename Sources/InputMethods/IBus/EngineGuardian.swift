import LinuxRuntime
import ProcessGuardian

/// A process that gives the user's engine back when this process ends, or its event loop stands
/// still, while ours is in force: IBus would wait for an answer to each key for seconds.
///
/// It is there only as long as our engine is in force.
@EventLoopActor
final class EngineGuardian {
    /// For how many the event loop may stand still. On a computer with far too much to do it does so
    /// for more than a second; the user's keys wait meanwhile. A process that is stopped gets less
    /// (`Programs/utter-front/guard.c`).
    private static let glances: UInt8 = 30
    private static let longestStandstill = Duration.milliseconds(500)
    /// Between two signs of life.
    private static let interval = Duration.milliseconds(100)

    private let guardian: Guardian
    private var beat: EventSource?
    private var lastBeat = MonotonicClock.nanoseconds
    private var longestGap = Duration.zero

    /// Starts a guardian without waiting for it. Nil if it can't be started; then the next start
    /// gives the engine back.
    ///
    /// - Parameters:
    ///   - engineName: our engine.
    ///   - address: of IBus's daemon.
    ///   - record: the file that remembers the user's engine.
    init?(of engineName: String, at address: String, record: String) {
        guard
            let guardian = Guardian(
                [EngineGuardianProgram.command, address, record, engineName], limit: Self.glances)
        else { return nil }
        self.guardian = guardian
        guardian.say(.holds)
        beat = EventLoop.shared.timer(after: Self.interval) { [weak self] in
            EventLoopActor.assumeIsolated { self?.live() }
        }
    }

    /// The guardian ends.
    func end() {
        beat = nil
        guardian.say(.done)
    }

    /// For how long the event loop stood still, if that was so long that the user's engine may be in
    /// force again: it is if this process was stopped, or stood still for three seconds.
    var standstill: Duration? {
        let longest = max(longestGap, gap)
        return longest < Self.longestStandstill ? nil : longest
    }

    private var gap: Duration { .nanoseconds(MonotonicClock.nanoseconds - lastBeat) }

    private func live() {
        guardian.say(.holds)
        longestGap = max(longestGap, gap)
        lastBeat = MonotonicClock.nanoseconds
        beat?.rearm(after: Self.interval)
    }
}
