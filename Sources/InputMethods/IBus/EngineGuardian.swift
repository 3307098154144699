import LinuxRuntime
import ProcessGuardian

/// A process that gives the user's engine back when this process ends, or its event loop stands
/// still, while ours is in force: IBus would wait for an answer to each key for seconds.
///
/// It is there only as long as our engine is in force.
@EventLoopActor
final class EngineGuardian {
    private static let glances: UInt8 = 7
    /// How long the event loop may stand still. On a computer with far too much to do it does for
    /// half a second; and the user's keys wait meanwhile.
    private static let longestStandstill = Guardian.glance * Int(glances)
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
    /// force again.
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
