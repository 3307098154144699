import Dictation
import Glibc
import LinuxRuntime
import SystemPackage
import X11Connection

/// A process that outlives this one: it undoes what a typing session has changed in the X server
/// when this process is killed, and gives up a connection that holds the server for too long.
///
/// It knows from a pipe what this process is doing, and that it is gone from the pipe's end. The
/// socket of the X connection is its own, too, for what is shut down by one is shut down for both.
final class TypingGuardian {
    /// What is said to it, a byte each.
    enum Word: UInt8 {
        /// The server is about to be grabbed.
        case grabs = 0x67
        /// It was released.
        case released = 0x72
        /// All is as it was: the guardian ends.
        case done = 0x64
    }

    /// How long the server may be grabbed.
    static let longestGrab = Duration.seconds(1)

    /// Its writing end.
    private let pipe: OwnedDescriptor
    private var grabbedAt: Int64?
    private var hasHeldTooLong = false

    /// Starts one, without waiting for it: what it is told meanwhile stands in the pipe. Nil if it
    /// can't be started; then the next one who types undoes what a killed one left.
    init?(_ connection: XConnection) {
        guard let program = Self.program, let ends = try? FileDescriptor.pipe() else { return nil }
        // Above the numbers that the guardian knows them by, or one would take another's place.
        let reading = Self.raised(OwnedDescriptor(adopting: ends.readEnd.rawValue))
        pipe = Self.raised(OwnedDescriptor(adopting: ends.writeEnd.rawValue))
        // It must not hold up typing, should it be stopped: 64 KiB are more than is ever said.
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
    }

    /// Takes a descriptor to a number of at least 10, close-on-exec.
    private static func raised(_ descriptor: consuming OwnedDescriptor) -> OwnedDescriptor {
        OwnedDescriptor(adopting: fcntl(descriptor.rawValue, F_DUPFD_CLOEXEC, 10))
    }

    /// `utter`: this program, also after an upgrade, or the one beside it.
    private static var program: String? {
        guard let path = try? Executable.path() else { return nil }
        if path.lastComponent?.string == "utter" { return "/proc/self/exe" }
        let neighbour = path.removingLastComponent().appending("utter").string
        return access(neighbour, X_OK) == 0 ? neighbour : nil
    }

    func say(_ word: Word) {
        if word == .grabs { grabbedAt = MonotonicClock.nanoseconds }
        var byte = word.rawValue
        write(pipe.rawValue, &byte, 1)
        if word == .released {
            noteTime()
            grabbedAt = nil
        }
    }

    private func noteTime() {
        guard let grabbedAt else { return }
        let time = MonotonicClock.nanoseconds - grabbedAt
        if time >= Self.longestGrab.nanoseconds { hasHeldTooLong = true }
    }

    /// What a connection was lost by: when the server was grabbed for too long, the guardian gave it
    /// up, for this process was stopped or got no processor. What has the focus by now isn't known.
    func cause(of interruption: Interruption) -> Interruption {
        noteTime()
        if !hasHeldTooLong { return interruption }
        return .stopped("utter was held up in the middle of it")
    }
}

extension TypingClaim {
    /// Waits until no other process types; a guardian knows of the grab that it takes.
    static func acquire(
        _ connection: XConnection, _ guardian: TypingGuardian?
    ) async throws(Interruption) -> TypingClaim {
        try await acquire(connection) { guardian?.say($0 ? .grabs : .released) }
    }
}
