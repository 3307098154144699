package import LinuxRuntime
import ProcessGuardian

/// A process that gives the user's engine back when this process ends, or its event loop stands
/// still, while ours is in force: IBus would wait for an answer to each key for seconds.
///
/// Its start takes some milliseconds, so one may serve several turns. Between them it sleeps.
@EventLoopActor
package final class EngineGuardian {
    /// For how long the event loop may stand still. On a computer with far too much to do it does so
    /// for more than a second; the user's keys wait meanwhile.
    private static let limits = Guardian.Limits(held: 30, stopped: 5)
    /// Between two signs of life.
    private static let interval = Duration.milliseconds(100)

    private let guardian: Guardian
    private let address: String
    /// Nil between turns.
    private var beat: EventSource?
    private var lastBeat: Int64 = 0
    private var longestGap = Duration.zero

    /// Starts a guardian without waiting for it. Nil if it can't be started; then the next start
    /// gives the engine back.
    ///
    /// - Parameters:
    ///   - link: to the daemon that has our engine.
    ///   - record: the file that remembers the user's engine.
    package init?(on link: IBusLink, record: String) {
        let engine = EngineConnection.engineName()
        guard
            let guardian = Guardian(
                [EngineGuardianProgram.command, link.address, record, engine], limits: Self.limits)
        else { return nil }
        (self.guardian, address) = (guardian, link.address)
    }

    deinit { guardian.say(.done) }

    /// Whether it can serve another turn: one that may have acted can't.
    package func serves(_ link: IBusLink) -> Bool {
        standstill == nil && link.address == address
    }

    /// Our engine comes into force.
    func begin() {
        (lastBeat, longestGap) = (MonotonicClock.nanoseconds, .zero)
        guardian.say(.holds)
        beat = EventLoop.shared.timer(after: Self.interval) { [weak self] in
            EventLoopActor.assumeIsolated { self?.live() }
        }
    }

    /// The user's engine is in force again.
    func end() {
        guard beat != nil else { return }
        longestGap = max(longestGap, gap)
        beat = nil
        guardian.say(.released)
    }

    /// For how long the event loop stood still in this turn, or the last, if that was so long that
    /// the user's engine may have been put in force: it was if this process was stopped, or stood
    /// still for three seconds.
    var standstill: Duration? { longest < Self.limits.shortest ? nil : longest }

    /// Whether that was so long that it was put in force in any case.
    var hasActed: Bool { longest >= Self.limits.longest }

    private var longest: Duration { beat == nil ? longestGap : max(longestGap, gap) }

    private var gap: Duration { .nanoseconds(MonotonicClock.nanoseconds - lastBeat) }

    private func live() {
        guardian.say(.holds)
        longestGap = max(longestGap, gap)
        lastBeat = MonotonicClock.nanoseconds
        beat?.rearm(after: Self.interval)
    }
}
