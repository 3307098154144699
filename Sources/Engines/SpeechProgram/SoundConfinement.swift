import Glibc
import LinuxRuntime
import ProcessConfinement

/// The rights that a process gives up before it reads the first byte of a sound file.
enum SoundConfinement {
    /// Bytes of address space: a file that asks for more is damaged, or hostile.
    private static let memory: rlim_t = 2 << 30

    /// Gives up everything but descriptors 0 to 2, files and system calls.
    static func begin() throws(SystemError) {
        try Confinement.closeDescriptors(from: 3)
        try Confinement.becomeUnreadable()
        try Confinement.dropCapabilities()
        try Confinement.die(with: getppid())
        try check(chdir("/"), "chdir /")
        var limit = rlimit(rlim_cur: memory, rlim_max: memory)
        try check(setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit), "setrlimit")
    }
}
