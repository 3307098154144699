import CLinux  // the fields of siginfo_t belong to the module of C that was loaded first
import CSystemd
import Glibc

/// How a child process ended (waitid(2)).
public enum ExitStatus: Hashable, Sendable, CustomStringConvertible {
    case exited(Int32)
    case killed(signal: Int32)

    init(_ info: siginfo_t) {
        let status = info._sifields._sigchld.si_status
        self = info.si_code == CLD_EXITED ? .exited(status) : .killed(signal: status)
    }

    /// - Parameter status: a status from waitpid(2) of a process that has ended.
    public init(waited status: Int32) {
        self = status & 0x7F == 0 ? .exited(status >> 8 & 0xFF) : .killed(signal: status & 0x7F)
    }

    /// Packed into 32 bits, the one value of an event source.
    var packed: UInt32 {
        switch self {
        case .exited(let code): UInt32(bitPattern: code) & 0xFF
        case .killed(let signal): 0x100 | UInt32(bitPattern: signal) & 0xFF
        }
    }

    init(packed: UInt32) {
        let value = Int32(packed & 0xFF)
        self = packed & 0x100 == 0 ? .exited(value) : .killed(signal: value)
    }

    public var description: String {
        switch self {
        case .exited(let code): "exit status \(code)"
        case .killed(let signal): "killed by signal \(signal)"
        }
    }
}
