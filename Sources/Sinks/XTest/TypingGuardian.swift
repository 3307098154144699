import LinuxRuntime
import MonotonicTime
import ProcessGuardian
import X11Connection

/// A process that undoes what a typing session has changed in the X server when this process is
/// killed, and shuts down a connection that holds the server for too long.
///
/// It also has the socket of the X connection: a shutdown by one process takes effect for both.
final class TypingGuardian {
    /// For how long the server may be grabbed. On a machine with far too much to do, both this
    /// process and the server wait for their turns meanwhile: this has taken three seconds.
    static let limits = Guardian.Limits(held: 100, stopped: 20)

    private let guardian: Guardian
    private let display: DisplayName
    private var grabbedAt: Int64?
    /// How long the server was grabbed last.
    private var hold = Duration.zero

    /// Starts a guardian without waiting for it. Nil if it can't be started; then the next typing
    /// session undoes what a killed one has left.
    init?(_ connection: XConnection) {
        guard let display = try? DisplayName(connection.name),
            let guardian = Guardian(
                [TypingGuardianProgram.command, connection.name],
                sharing: [connection.socket], limits: Self.limits)
        else { return nil }
        (self.display, self.guardian) = (display, guardian)
    }

    func say(_ word: Guardian.Word) {
        // The connection has survived the last grab.
        if word == .holds { (grabbedAt, hold) = (MonotonicClock.nanoseconds, .zero) }
        guardian.say(word)
        if word == .released {
            noteTime()
            grabbedAt = nil
        }
    }

    private func noteTime() {
        guard let grabbedAt else { return }
        hold = .nanoseconds(MonotonicClock.nanoseconds - grabbedAt)
    }

    /// The cause of a lost connection: if the server was grabbed for too long, the guardian shut it
    /// down, because this process was stopped or got no processor time. Which window has the focus
    /// now is unknown.
    func cause(of interruption: Interruption) -> Interruption {
        noteTime()
        // A server that is gone has ended the connection itself.
        if hold < Self.limits.shortest || display.unreachable() != nil { return interruption }
        return .stopped("utter was held up for \(hold.seconds) s in the middle of it")
    }
}

extension TypingClaim {
    /// Waits until no other process types, and tells the guardian about the grab that it takes.
    static func acquire(
        _ connection: XConnection, _ guardian: TypingGuardian?
    ) async throws(Interruption) -> TypingClaim {
        try await acquire(connection) { guardian?.say($0 ? .holds : .released) }
    }
}
