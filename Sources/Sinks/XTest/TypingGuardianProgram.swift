import Glibc
import LinuxRuntime
import MonotonicTime
import Problems
import ProcessGuardian
import SystemPackage
import X11Connection

/// The program that the process of a `TypingGuardian` runs when the typing process has failed;
/// until then it is the front program (`Programs/utter-front/guard.c`), which has shut the X
/// connection down.
public enum TypingGuardianProgram {
    /// The command of `utter`, before the display's name.
    public static let command = "guard-typing"

    /// The socket of the typist's X connection.
    private static let socket = FileDescriptor(rawValue: 4)
    /// Between attempts, for a server that accepts no connections, or doesn't answer.
    private static let (shortestPause, longestPause) = (
        Duration.milliseconds(50), Duration.seconds(10)
    )
    /// For how long to try.
    private static let timeout = Duration.seconds(3600)

    /// Restores what the typist has changed, and returns when nothing is left to do.
    public static func run(_ display: String) throws {
        guard GuardianProgram.isGuardian, GuardianProgram.isSocket(socket) else {
            throw Problem("cannot guard anybody’s typing", why: "utter itself starts this program")
        }
        GuardianProgram.confine()
        try socket.close()
        try EventLoop.shared.run { try await restore(DisplayName(display)) }
    }

    /// Undoes the typist's changes as soon as the server answers; nothing if the server is gone,
    /// and the changes with it.
    @EventLoopActor private static func restore(_ display: DisplayName) async throws {
        let end = MonotonicClock.nanoseconds + timeout.nanoseconds
        var pause = shortestPause
        while display.unreachable() == nil, MonotonicClock.nanoseconds < end {
            do { return try await mendOnce(display) } catch {
                try await EventLoop.shared.sleep(for: pause)
                pause = min(pause * 2, longestPause)
            }
        }
    }

    @EventLoopActor private static func mendOnce(_ display: DisplayName) async throws {
        let connection = try XConnection(display, on: .shared)
        let keyboard = try XTestKeyboard(connection)
        let claim = try await TypingClaim.acquire(connection)
        // Another typing session has already done it.
        guard SessionRecord.read(connection) != nil else { return }
        keyboard.releaseAll()
        // Keys that the window hasn't read yet would be read by the user's keymap. A hanging window
        // must not keep the keyboard altered for all others.
        connection.selectAnswers()
        if let receiver = Receiver(connection) {
            _ = try await receiver.hasRead(
                connection, within: .seconds(1), cancellable: false, keys: TypingSession.burst)
        }
        keyboard.restore(connection)
        claim.release()
        try await connection.roundTrip()
    }
}
