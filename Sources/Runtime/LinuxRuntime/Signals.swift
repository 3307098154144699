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

    /// The signals that end a program: Ctrl-C, Ctrl-\\, a terminal that is closed, and a wish.
    /// Without those that whoever started it wants it to ignore, as nohup(1) does.
    public static var ending: [Int32] {
        [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { number in
            var action = sigaction()
            sigaction(number, nil, &action)
            return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                != unsafeBitCast(SIG_IGN, to: Int.self)
        }
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
