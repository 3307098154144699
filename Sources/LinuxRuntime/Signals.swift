import CLinux
import Glibc

/// Signals of this process.
public enum Signals {
    /// Blocks signals in this thread and all that it will start, so that only the event loop
    /// sees them (signalfd(2)). Call it before any thread exists.
    public static func block(_ numbers: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// A write to a closed pipe or socket becomes an error (EPIPE) instead of the end.
    public static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// A write beyond the limit of a file's size (RLIMIT_FSIZE, setrlimit(2)) becomes an error
    /// (EFBIG) instead of the end.
    public static func ignoreFileSizeLimit() {
        signal(SIGXFSZ, SIG_IGN)
    }
}
