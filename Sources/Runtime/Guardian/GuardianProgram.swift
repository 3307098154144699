import Glibc
import LinuxRuntime
import ProcessConfinement
public import SystemPackage

/// The common part of the commands that a guardian's process becomes when it has to act.
public enum GuardianProgram {
    /// The pipe's reading end.
    public static let pipe = FileDescriptor(rawValue: 3)

    /// Whether this process was started as a guardian.
    public static var isGuardian: Bool { kind(of: pipe) == S_IFIFO }

    /// Whether a descriptor is open, and a socket.
    public static func isSocket(_ descriptor: FileDescriptor) -> Bool {
        kind(of: descriptor) == S_IFSOCK
    }

    /// The kind of file (inode(7)); nil if the descriptor isn't open.
    private static func kind(of descriptor: FileDescriptor) -> mode_t? {
        var status = stat()
        return fstat(descriptor.rawValue, &status) == 0 ? status.st_mode & S_IFMT : nil
    }

    /// Confines the process to reading files, writing these, and connecting: it starts nothing, and
    /// leaves no core dump. Works without the kernel's support, too.
    public static func confine(writing files: [String] = []) {
        chdir("/")
        try? Confinement.becomeUnreadable()
        _ = try? Confinement.restrictFiles(toReading: ["/"], andWriting: files)
    }

    /// Whether the guarded process has ended.
    public static var isAlone: Bool {
        var state = pollfd(fd: pipe.rawValue, events: Int16(POLLIN), revents: 0)
        return poll(&state, 1, 0) > 0 && state.revents & Int16(POLLHUP) != 0
    }

    /// Suspends until the guarded process has ended (true), or says that all is restored (false).
    @EventLoopActor public static func waitForEnd() async throws -> Bool {
        while true {
            _ = try await EventLoop.shared.ready(pipe, within: nil)
            var words = [UInt8](repeating: 0, count: 256)
            let count = read(pipe.rawValue, &words, words.count)
            if count <= 0 { return true }
            if words.prefix(count).contains(Guardian.Word.done.rawValue) { return false }
        }
    }
}
