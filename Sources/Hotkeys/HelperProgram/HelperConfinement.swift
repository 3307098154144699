import CConfinement
import CEvdev
import Glibc
import LinuxRuntime
import ProcessConfinement
import SystemPackage

/// How the two processes of the helper drop what they don't need. No step can be undone.
enum HelperConfinement {
    /// Drops rights before the process forks: the caller's descriptors, core dumps, access to its
    /// memory by others, capabilities, the caller's working directory.
    static func begin() throws(SystemError) {
        try Confinement.closeDescriptors(from: 3)
        // Two descriptors for each device, and as many for the event loop.
        try check(utter_allow_most_descriptors(), "setrlimit")
        try Confinement.becomeUnreadable()
        try Confinement.dropCapabilities()
        try check(chdir("/"), "chdir /")
        // Messages of the Swift runtime or a library go nowhere: the caller gets only reports.
        let null = OwnedDescriptor(adopting: try check(open("/dev/null", O_RDWR), "open /dev/null"))
        try check(dup2(null.rawValue, STDERR_FILENO), "dup2")
    }

    /// The process that opens devices keeps its group, and nothing else: it opens only for reading,
    /// only below these directories, and can neither read a device nor write to the caller.
    static func confineOpener(to caller: Int32) throws(SystemError) {
        for number in [STDIN_FILENO, STDOUT_FILENO] {
            try check(dup2(STDERR_FILENO, number), "dup2")
        }
        try Confinement.die(with: caller)
        // Without Landlock the filter below remains.
        try Confinement.restrictFiles(toReading: [
            "/dev/input", "/sys", "/run/udev", "/run/systemd",
        ])
        let filter = try SystemCallFilter()
        try allowOrdinary(in: filter)
        try filter.allow([
            "access", "faccessat", "faccessat2", "fstatfs", "getdents64", "inotify_add_watch",
            "inotify_init1", "inotify_rm_watch", "lseek", "newfstatat", "pread64", "readlink",
            "readlinkat", "recvfrom", "sendmsg", "stat", "statfs", "statx", "umask",
        ])
        // Neither O_WRONLY nor O_RDWR nor O_CREAT nor O_TRUNC (asm-generic/fcntl.h).
        try filter.allow("openat", where: [.init(place: 2, bits: 0o1103, value: 0)])
        for request in [utter_evdev_mask_request, utter_evdev_revoke_request] {
            try filter.allow("ioctl", where: [.is(UInt64(request), at: 1)])
        }
        try filter.load()
    }

    /// The process that reads the devices has only its caller's group, opens nothing, and writes
    /// only to its caller and to the opener's socket.
    static func confineReader(to caller: Int32, opener: Int32) throws(SystemError) {
        try check(utter_drop_group(), "setresgid")
        // A change of the group makes the process's memory readable again where fs.suid_dumpable is
        // 1.
        try Confinement.becomeUnreadable()
        try Confinement.die(with: caller)
        let filter = try SystemCallFilter()
        try allowOrdinary(in: filter)
        try filter.allow("write", where: [.is(UInt64(STDOUT_FILENO), at: 0)])
        try filter.allow(["timerfd_settime"])
        try filter.allow("sendmsg", where: [.is(UInt64(opener), at: 0)])
        // Queries (EVIOCG…), which only read, …
        try filter.allow("ioctl", where: [.init(place: 1, bits: 0xC000_FF00, value: 0x8000_4500)])
        // … and the choice of the keys and of the clock. Not EVIOCGRAB.
        for request in [utter_evdev_mask_request, utter_evdev_clock_request] {
            try filter.allow("ioctl", where: [.is(UInt64(request), at: 1)])
        }
        try filter.load()
    }

    /// The calls of a process that waits for events on one thread. No memory becomes executable.
    private static func allowOrdinary(
        in filter: borrowing SystemCallFilter
    ) throws(SystemError) {
        try filter.allow([
            "brk", "clock_gettime", "close", "epoll_ctl", "epoll_pwait", "epoll_pwait2",
            "epoll_wait", "exit", "exit_group", "fstat", "futex", "getpid", "getrandom",
            "gettid", "madvise", "mremap", "munmap", "read", "recvmsg", "restart_syscall",
            "rt_sigprocmask", "rt_sigreturn",
        ])
        for command in [F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC] {
            try filter.allow("fcntl", where: [.is(UInt64(command), at: 1)])
        }
        for name in ["mmap", "mprotect"] {
            try filter.allow(name, where: [.init(place: 2, bits: UInt64(PROT_EXEC), value: 0)])
        }
    }
}
