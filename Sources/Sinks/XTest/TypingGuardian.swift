import Glibc
import LinuxRuntime
import MonotonicTime
import SystemPackage
import X11Connection

/// A process that outlives this one: when this process is killed, it undoes what a typing session
/// has changed in the X server, and it shuts down a connection that holds the server for too long.
///
/// It learns from a pipe what this process is doing, and from the pipe's end that it is gone. It
/// also has the socket of the X connection: a shutdown by one process takes effect for both.
final class TypingGuardian {
    /// The messages to it, one byte each, after the limit in glances of 100 ms;
    /// `Programs/utter-front/guard.c` reads them.
    enum Word: UInt8 {
        /// The server is about to be grabbed.
        case grabs = 0x67
        /// It was released.
        case released = 0x72
        /// All is restored: the guardian ends.
        case done = 0x64
    }

    private static let glances: UInt8 = 30
    /// How long the server may be grabbed. On a machine with far too much to do, both this process
    /// and the server may wait for their turns meanwhile.
    static let longestGrab = Duration.milliseconds(100) * Int(glances)

    /// The writing end.
    private let pipe: OwnedDescriptor
    private let display: DisplayName
    private var grabbedAt: Int64?
    /// How long the server was grabbed last.
    private var hold = Duration.zero

    /// Starts a guardian without waiting for it: messages stay in the pipe until it reads them. Nil
    /// if it can't be started; then the next typing session undoes what a killed one has left.
    init?(_ connection: XConnection) {
        guard let program = Self.program, let display = try? DisplayName(connection.name),
            let ends = try? FileDescriptor.pipe()
        else { return nil }
        self.display = display
        // Moved above the guardian's fixed numbers, or one descriptor would replace another.
        let reading = Self.raised(OwnedDescriptor(adopting: ends.readEnd.rawValue))
        pipe = Self.raised(OwnedDescriptor(adopting: ends.writeEnd.rawValue))
        // A stopped guardian must not block typing: 64 KiB are more than is ever written.
        _ = fcntl(pipe.rawValue, F_SETFL, O_NONBLOCK)
        let socket = OwnedDescriptor(
            adopting: fcntl(connection.socket.rawValue, F_DUPFD_CLOEXEC, 10))
        let nothing = OwnedDescriptor(adopting: open("/dev/null", O_RDWR | O_CLOEXEC))
        do throws(SystemError) {
            try ChildProcess.startApart(
                [program, TypingGuardianProgram.command, connection.name],
                descriptors: [
                    nothing.descriptor, nothing.descriptor, nothing.descriptor,
                    reading.descriptor, socket.descriptor,
                ])
        } catch { return nil }
        send(Self.glances)
    }

    /// Moves a descriptor to a number of at least 10, close-on-exec.
    private static func raised(_ descriptor: consuming OwnedDescriptor) -> OwnedDescriptor {
        OwnedDescriptor(adopting: fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 10))
    }

    /// The front program, which is quick to start: `PREFIX/bin/utter`, or `utter-front` beside this
    /// program, as in a build folder.
    private static var program: String? {
        guard let path = try? Executable.path() else { return nil }
        let neighbour = path.removingLastComponent().appending("utter-front")
        let places = [Executable.prefix?.appending("bin/utter"), neighbour].compactMap(\.self)
        return places.first { $0 != path && access($0.string, X_OK) == 0 }?.string
    }

    func say(_ word: Word) {
        // The connection has survived the last grab.
        if word == .grabs { (grabbedAt, hold) = (MonotonicClock.nanoseconds, .zero) }
        send(word.rawValue)
        if word == .released {
            noteTime()
            grabbedAt = nil
        }
    }

    private func send(_ byte: UInt8) {
        var byte = byte
        write(pipe.rawValue, &byte, 1)
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
        if hold < Self.longestGrab || display.unreachable() != nil { return interruption }
        return .stopped("utter was held up for \(hold.seconds) s in the middle of it")
    }
}

extension TypingClaim {
    /// Waits until no other process types, and tells the guardian about the grab that it takes.
    static func acquire(
        _ connection: XConnection, _ guardian: TypingGuardian?
    ) async throws(Interruption) -> TypingClaim {
        try await acquire(connection) { guardian?.say($0 ? .grabs : .released) }
    }
}
