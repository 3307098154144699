import CConfinement
import Glibc
import LinuxRuntime
import MonotonicTime
import Problems
import X11Connection

/// The process started by a `TypingGuardian`. It sleeps until everything is restored, or the typing
/// process has ended.
public enum TypingGuardianProgram {
    /// The command of `utter`, before the display's name.
    public static let command = "guard-typing"

    /// The descriptors of the pipe's reading end and of the socket of the typist's X connection.
    private static let (pipe, socket) = (Int32(3), Int32(4))
    /// Between attempts, for a server that accepts no connections, or doesn't answer.
    private static let (shortestPause, longestPause) = (Duration.milliseconds(50), Duration.seconds(10))
    /// How often to check a server that hangs during the typist's grab.
    private static let glance = Duration.milliseconds(100)
    /// For how long to try.
    private static let patience = Duration.seconds(3600)

    /// Guards the typist at the other end of the pipe, and returns when nothing is left to do.
    public static func run(_ display: String) throws {
        var (pipeStatus, socketStatus) = (stat(), stat())
        guard fstat(pipe, &pipeStatus) == 0, pipeStatus.st_mode & S_IFMT == S_IFIFO,
            fstat(socket, &socketStatus) == 0, socketStatus.st_mode & S_IFMT == S_IFSOCK
        else {
            throw Problem("cannot guard anybody’s typing", why: "utter itself starts this program")
        }
        confine()
        if isFinished() { return }
        // Keys that count as typed would be lost with the connection.
        while isServerBehind { poll(nil, 0, Int32(glance.milliseconds)) }
        // Shuts down all copies of the socket at once: the server drops the typist, and with it a
        // grab, the claim and everything that it would have sent next.
        shutdown(socket, Int32(SHUT_RDWR))
        close(socket)
        try EventLoop.shared.run { try await restore(DisplayName(display)) }
    }

    /// Confines the process to reading what Xlib needs, and connecting: it writes nothing, starts
    /// nothing, and leaves no core dump. Works without the kernel's support, too.
    private static func confine() {
        chdir("/")
        _ = utter_become_unreadable()
        let root: StaticString = "/"
        let path = UnsafeRawPointer(root.utf8Start).assumingMemoryBound(to: CChar.self)
        let paths: [UnsafePointer<CChar>?] = [path, nil]
        _ = paths.withUnsafeBufferPointer { utter_restrict_to_reading($0.baseAddress!) }
    }

    /// Waits until the typist is done (true) or has failed (false).
    private static func isFinished() -> Bool {
        var deadline: Int64?
        var wasServerBehind = false
        var words = [UInt8](repeating: 0, count: 256)
        while true {
            // Rounded up, or the last millisecond would be spent polling.
            let rest = deadline.map { max(0, ($0 - MonotonicClock.nanoseconds + 999_999) / 1_000_000) }
            var poll = pollfd(fd: pipe, events: Int16(POLLIN), revents: 0)
            let count = Glibc.poll(&poll, 1, rest.map { Int32($0) } ?? -1)
            if count == 0 {
                if isServerBehind {
                    wasServerBehind = true
                    deadline = MonotonicClock.nanoseconds + glance.nanoseconds
                } else if wasServerBehind {
                    // From now on the typist can continue.
                    wasServerBehind = false
                    deadline = MonotonicClock.nanoseconds + TypingGuardian.longestGrab.nanoseconds
                } else {
                    return false
                }
                continue
            }
            if count < 0 { continue }
            let length = read(pipe, &words, words.count)
            if length <= 0 { return false }
            for word in words.prefix(length) {
                switch TypingGuardian.Word(rawValue: word) {
                case .done: return true
                case .grabs:
                    deadline = MonotonicClock.nanoseconds + TypingGuardian.longestGrab.nanoseconds
                case .released: (deadline, wasServerBehind) = (nil, false)
                case nil: break
                }
            }
        }
    }

    /// Whether the server hasn't read the typist's requests (unix(7), SIOCOUTQ): then the server
    /// hangs, since during a grab it serves the typist at once.
    private static var isServerBehind: Bool {
        var count: Int32 = 0
        return ioctl(socket, UInt(TIOCOUTQ), &count) == 0 && count > 0
    }

    /// Undoes the typist's changes as soon as the server answers; nothing if the server is gone,
    /// and the changes with it.
    @EventLoopActor private static func restore(_ display: DisplayName) async throws {
        let end = MonotonicClock.nanoseconds + patience.nanoseconds
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
