import Glibc
import LinuxRuntime
import ProcessConfinement
import SpeechWorkerProtocol
import SystemPackage

/// The rights that the process gives up before it opens a model. No step can be undone.
///
/// It may still read the model, the library that the engine opens and the files that describe the
/// processors; start threads; use its socket; and write to standard error, where libraries say why
/// they fail. It can't use the network, start another process or write files. An engine that
/// computes on a GPU may open that device and control it: the driver is a larger part of the kernel
/// than everything else it can reach.
enum WorkerConfinement {
    /// Gives up all that can be given up without knowing the engine.
    static func begin() throws(SystemError) {
        try Confinement.closeDescriptors(from: 3)
        // What a library prints must not mix with the output of a command.
        try check(dup2(STDERR_FILENO, STDOUT_FILENO), "dup2")
        try Confinement.becomeUnreadable()
        try Confinement.dropCapabilities()
        // Also when it is stopped, and can't see the end of its socket.
        try Confinement.die(with: getppid())
        try check(chdir("/"), "chdir /")
    }

    /// The rest. Before any thread is started, which would not be confined.
    ///
    /// - Parameter signal: its own descriptor, which may be written to.
    /// - Returns: false if it may read what the user may, since the kernel has no Landlock: before
    ///   Linux 5.13, or switched off. The filter remains: it can't write, or send it anywhere.
    static func confine(
        _ configuration: EngineConfiguration, signal: Int32
    ) throws(SystemError) -> Bool {
        var paths = processors
        if configuration.opensLibrary { paths += loader }
        if configuration.usesGPU { paths += graphics }
        paths += LinkedFiles.readable(configuration)
        let readsOnlyThese = try Confinement.restrictFiles(
            toReading: paths, andWriting: configuration.usesGPU ? graphicsDevices : [])
        // What writes to a device could write to any file then.
        if configuration.usesGPU, !readsOnlyThese {
            throw SystemError("landlock_restrict_self", .noFunction)
        }
        try loadFilter(
            writingTo: [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO, signal],
            usesGPU: configuration.usesGPU)
        return readsOnlyThese
    }

    /// Libraries ask how many processors there are, and what these can do.
    private static let processors = [
        "/proc/cpuinfo", "/proc/meminfo", "/sys/devices/system/cpu", "/sys/devices/system/node",
    ]

    /// Where ld.so(8) looks for what a library needs.
    static let loader = [
        "/etc/ld.so.cache", "/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib",
    ]

    /// Where Vulkan's loader finds drivers (its LoaderInterfaceArchitecture.md), and what these ask
    /// of the kernel: Mesa's, and NVIDIA's own.
    private static let graphics = [
        "/etc/vulkan", "/usr/share/vulkan", "/usr/local/share/vulkan", "/etc/drirc",
        "/usr/share/drirc.d", "/usr/share/nvidia", "/usr/share/libdrm", "/sys/devices",
        "/sys/dev/char", "/sys/class/drm", "/sys/bus/pci", "/proc/driver/nvidia", "/proc/modules",
    ]

    /// The GPUs, as the kernel's drivers and NVIDIA's own name them.
    private static var graphicsDevices: [String] {
        ["/dev/dri"]
            + Folder.names(in: "/dev").filter { $0.hasPrefix("nvidia") }.map { "/dev/\($0)" }
    }

    /// From here on only the system calls that a computing process needs.
    ///
    /// - Parameter program: the name of a program, at this address, with which execve(2) may
    ///   replace this one.
    static func loadFilter(
        writingTo descriptors: [Int32], usesGPU: Bool = false,
        starting program: UnsafePointer<CChar>? = nil
    ) throws(SystemError) {
        let filter = try SystemCallFilter()
        try filter.allow(ordinaryCalls)
        for descriptor in descriptors {
            for name in ["write", "writev"] {
                try filter.allow(name, where: [.is(UInt64(descriptor), at: 0)])
            }
        }
        // Neither O_WRONLY nor O_RDWR nor O_CREAT nor O_TRUNC (asm-generic/fcntl.h).
        try filter.allow("openat", where: [.init(place: 2, bits: 0o1103, value: 0)])
        try filter.allow("open", where: [.init(place: 1, bits: 0o1103, value: 0)])
        if usesGPU { try allowGraphics(filter) }
        if let program { try allowStarting(program, filter) }
        // Threads, not processes: CLONE_VM and CLONE_THREAD. The arguments of clone3 can't be seen.
        try filter.pretendMissing("clone3")
        try filter.allow("clone", where: [.init(place: 0, bits: 0x10100, value: 0x10100)])
        // A library's code is mapped, but no memory is writable and executable at once.
        for name in ["mmap", "mprotect"] {
            for rights in [0, PROT_WRITE, PROT_EXEC] {
                let both = UInt64(PROT_WRITE | PROT_EXEC)
                try filter.allow(
                    name, where: [.init(place: 2, bits: both, value: UInt64(rights))])
            }
        }
        // Its own threads' processors, not another process's.
        try filter.allow("sched_setaffinity", where: [.is(0, at: 0)])
        // Limits are read, not set.
        try filter.allow("prlimit64", where: [.init(place: 2, bits: .max, value: 0)])
        // PR_SET_NAME, PR_GET_NAME and PR_SET_VMA (linux/prctl.h): names of threads and memory.
        for option: UInt64 in [15, 16, 0x5356_4D41] {
            try filter.allow("prctl", where: [.is(option, at: 0)])
        }
        #if arch(x86_64)
            // ARCH_REQ_XCOMP_PERM for XFEATURE_XTILE_DATA (the kernel's arch/x86/xstate.rst): without
            // it ggml does without AMX, and says so on standard error.
            try filter.allow("arch_prctl", where: [.is(0x1023, at: 0), .is(18, at: 1)])
        #endif
        // Files in memory. What was opened for reading can't be truncated, and the descriptors that
        // others gave are below 4.
        try filter.allow(["memfd_create"])
        for bit in 2..<10 {
            try filter.allow(
                "ftruncate", where: [.init(place: 0, bits: 1 << bit, value: 1 << bit)])
        }
        for command in [F_GETFD, F_SETFD, F_GETFL] {
            try filter.allow("fcntl", where: [.is(UInt64(command), at: 1)])
        }
        // abort(3).
        try filter.allow("tgkill", where: [.is(UInt64(getpid()), at: 0)])
        try filter.load()
    }

    /// The program that is started inherits the filter. Its memory is another, so that address
    /// names nothing there, and it starts no third.
    private static func allowStarting(
        _ program: UnsafePointer<CChar>, _ filter: borrowing SystemCallFilter
    ) throws(SystemError) {
        let address = UInt64(UInt(bitPattern: program))
        try filter.allow("execve", where: [.init(place: 0, bits: .max, value: address)])
        // How the C library of a program sets up its first thread.
        try filter.allow(["set_tid_address"])
        #if arch(x86_64)
            // ARCH_SET_FS (arch_prctl(2)).
            try filter.allow("arch_prctl", where: [.is(0x1002, at: 0)])
        #endif
    }

    /// Landlock decides which files are opened for writing: the GPUs.
    private static func allowGraphics(_ filter: borrowing SystemCallFilter) throws(SystemError) {
        for (name, place) in [("openat", UInt32(2)), ("open", 1)] {
            try filter.allow(name, where: [.init(place: place, bits: 0o1103, value: 2)])
        }
        // The types of ioctl(2) requests of DRM, of dma-buf and of NVIDIA's driver (the kernel's
        // ioctl-number.rst): none of a terminal.
        for type in "dbF".utf8 {
            try filter.allow(
                "ioctl", where: [.init(place: 1, bits: 0xFF00, value: UInt64(type) << 8)])
        }
        try filter.allow("fcntl", where: [.is(UInt64(F_DUPFD_CLOEXEC), at: 1)])
        try filter.allow(["eventfd2", "kcmp"])
    }

    private static let ordinaryCalls = [
        "access", "brk", "clock_getres", "clock_gettime", "clock_nanosleep", "close", "exit",
        "exit_group", "faccessat", "faccessat2", "fadvise64", "fstat", "fstatfs", "futex",
        "get_mempolicy", "get_robust_list", "getcpu", "getcwd", "getdents64", "getegid", "geteuid",
        "getgid", "getpid", "getppid", "getrandom", "getrusage", "gettid", "gettimeofday", "getuid",
        "lseek", "lstat", "madvise", "membarrier", "mincore", "mremap", "munmap", "nanosleep",
        "newfstatat", "poll", "ppoll", "pread64", "read", "readlink", "readlinkat", "readv",
        "restart_syscall", "rseq", "rt_sigaction", "rt_sigprocmask", "rt_sigreturn",
        "sched_get_priority_max", "sched_get_priority_min", "sched_getaffinity", "sched_getparam",
        "sched_getscheduler", "sched_yield", "set_robust_list", "sigaltstack", "stat",
        "statfs", "statx", "sysinfo", "time", "times", "uname",
    ]
}
