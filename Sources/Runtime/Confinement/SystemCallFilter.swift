import CSeccomp
public import LinuxRuntime
import SystemPackage

/// The system calls that a process may use (seccomp(2)). All others fail with EPERM; calls by the
/// numbers of another architecture kill the process.
public struct SystemCallFilter: ~Copyable {
    /// scmp_filter_ctx, which `deinit` releases.
    private let context: UnsafeMutableRawPointer

    /// A condition on one argument, by its index from 0: these bits of it have this value.
    public struct Argument {
        let place: UInt32
        let bits: UInt64
        let value: UInt64

        public init(place: UInt32, bits: UInt64, value: UInt64) {
            (self.place, self.bits, self.value) = (place, bits, value)
        }

        public static func `is`(_ value: UInt64, at place: UInt32) -> Argument {
            // Where C has an int, the kernel uses only the lower half.
            Argument(place: place, bits: 0xFFFF_FFFF, value: value)
        }
    }

    public init() throws(SystemError) {
        // SCMP_ACT_ERRNO (seccomp.h), a macro with an argument. Refusing a call is as safe as
        // killing the process, and a C library that tries a newer call first can fall back to the
        // older one.
        let refuse = 0x0005_0000 | UInt32(Errno.notPermitted.rawValue)
        guard let context = seccomp_init(refuse) else { throw SystemError.last("seccomp_init") }
        self.context = context
    }

    deinit { seccomp_release(context) }

    /// Allows calls. Names that this libseccomp does not know are skipped.
    public func allow(_ names: [String]) throws(SystemError) {
        for name in names { try allow(name, where: []) }
    }

    /// Allows a call if all conditions on its arguments hold.
    public func allow(_ name: String, where arguments: [Argument]) throws(SystemError) {
        let number = seccomp_syscall_resolve_name(name)
        // __NR_SCMP_ERROR; numbers below it are calls that this architecture does not have.
        guard number >= 0 else { return }
        let conditions = arguments.map {
            scmp_arg_cmp(
                arg: $0.place, op: SCMP_CMP_MASKED_EQ, datum_a: $0.bits, datum_b: $0.value)
        }
        let result = seccomp_rule_add_array(
            context, SCMP_ACT_ALLOW, number, UInt32(conditions.count), conditions)
        if result < 0 { throw SystemError("seccomp \(name)", Errno(rawValue: -result)) }
    }

    /// Makes a call fail as if this kernel didn't have it (ENOSYS), so that the C library uses an
    /// older one whose arguments can be checked.
    public func pretendMissing(_ name: String) throws(SystemError) {
        let number = seccomp_syscall_resolve_name(name)
        guard number >= 0 else { return }
        let missing = 0x0005_0000 | UInt32(Errno.noFunction.rawValue)
        let result = seccomp_rule_add_array(context, missing, number, 0, nil)
        if result < 0 { throw SystemError("seccomp \(name)", Errno(rawValue: -result)) }
    }

    /// Puts the filter in force, for good.
    public consuming func load() throws(SystemError) {
        let result = seccomp_load(context)
        if result < 0 { throw SystemError("seccomp_load", Errno(rawValue: -result)) }
    }
}
