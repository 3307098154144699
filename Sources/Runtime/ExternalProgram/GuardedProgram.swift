import CGuardian
import Glibc
import LinuxRuntime
import SystemPackage

/// A program that is killed with all its children when it ends or when this object is destroyed,
/// even by a crash of this process: a guardian watches over it (CGuardian.h). Never blocks, neither
/// for its start nor for its end.
@EventLoopActor
final class GuardedProgram {
    /// How the program ended.
    typealias End = Result<LinuxRuntime.ExitStatus, SystemError>

    private let socket: OwnedDescriptor
    private var source: EventSource?
    private var onEnd: ((End) -> Void)?

    /// - Parameters:
    ///   - arguments: the program's name first; it is looked up in PATH.
    ///   - streams: its standard input, output and error.
    ///   - input: its input, which may be a file with a path.
    ///   - onEnd: called once, unless this object is destroyed before.
    init(
        _ arguments: [String], streams: [FileDescriptor], input: borrowing InputFile,
        onEnd: @escaping (End) -> Void
    ) throws(SystemError) {
        var ends: [Int32] = [-1, -1]
        let kind = Int32(SOCK_SEQPACKET.rawValue | SOCK_CLOEXEC.rawValue | SOCK_NONBLOCK.rawValue)
        try check(socketpair(AF_UNIX, kind, 0, &ends), "socketpair")
        socket = OwnedDescriptor(adopting: ends[0])
        let other = OwnedDescriptor(adopting: ends[1])
        self.onEnd = onEnd
        source = try EventLoop.shared.watch(socket.descriptor) { [unowned self] _ in hear() }
        let guardian = try ChildProcess(
            ["/proc/self/exe", UTTER_GUARDIAN, input.path ?? ""] + arguments,
            descriptors: streams + [other.descriptor, input.descriptor]
        ) { _ in }
        // The guardian ends by itself, after the program.
        guardian.release()
    }

    private func hear() {
        var report = utter_guardian_report()
        let size = MemoryLayout.size(ofValue: report)
        let count = recv(socket.rawValue, &report, size, 0)
        if count < 0, errno == EAGAIN { return }
        source = nil
        let onEnd = onEnd
        self.onEnd = nil
        switch (count == size, report.kind) {
        case (true, Int32(UTTER_GUARDIAN_ENDED)):
            onEnd?(.success(ExitStatus(waited: report.value)))
        case (true, _):
            onEnd?(.failure(SystemError("start the program", Errno(rawValue: report.value))))
        case (false, _):
            // The guardian was killed, and the program with it.
            onEnd?(.success(.killed(signal: SIGKILL)))
        }
    }
}
