import Glibc
import HotkeyChords
import LinuxRuntime
import SystemPackage

/// The program that started this one, at descriptors 0 (its requests) and 1 (our reports).
struct Caller {
    /// Whether both descriptors are pipes or sockets. To a file or terminal that the caller opened,
    /// this program would write with permissions that the caller may not have.
    static var isThere: Bool {
        [STDIN_FILENO, STDOUT_FILENO].allSatisfy { number in
            var status = stat()
            guard fstat(number, &status) == 0 else { return false }
            let kind = status.st_mode & S_IFMT
            return kind == S_IFIFO || kind == S_IFSOCK
        }
    }

    let requests = FileDescriptor(rawValue: STDIN_FILENO)

    /// Throws if the descriptors can't be made non-blocking.
    init() throws(SystemError) {
        for number in [STDIN_FILENO, STDOUT_FILENO] {
            let flags = try check(fcntl(number, F_GETFL), "fcntl F_GETFL")
            try check(fcntl(number, F_SETFL, flags | O_NONBLOCK), "fcntl F_SETFL")
        }
    }

    /// Reads up to 64 bytes; empty when the caller is gone; nil when there is nothing to read yet.
    func read() -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: 64)
        let count = Glibc.read(STDIN_FILENO, &bytes, bytes.count)
        if count < 0 {
            let error = SystemError.last("read").errno
            return error == .resourceTemporarilyUnavailable || error == .interrupted ? nil : []
        }
        return Array(bytes.prefix(count))
    }

    /// Sends a report. Throws `.brokenPipe` if the caller is gone,
    /// `.resourceTemporarilyUnavailable` if it does not read.
    func send(_ report: HelperReport) throws(SystemError) {
        // Atomic: a pipe or socket takes so few bytes completely or not at all (pipe(7)).
        let bytes = report.bytes
        if write(STDOUT_FILENO, bytes, bytes.count) < 0 { throw SystemError.last("write") }
    }
}
