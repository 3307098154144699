import CLinux
import Glibc

/// The signals of this process.
public enum Signals {
    /// Blocks signals in this thread and all threads started later, so that only the event loop
    /// receives them (signalfd(2)). Call it before any thread exists.
    public static func block(_ numbers: [Int32]) {
        var set = sigset_t()
        sigemptyset(&set)
        for number in numbers { sigaddset(&set, number) }
        pthread_sigmask(SIG_BLOCK, &set, nil)
    }

    /// The signals that ask a program to end: Ctrl-C, SIGTERM, a closed terminal, Ctrl-\\. Without
    /// those that are ignored at the start, as under nohup(1).
    public static var ending: [Int32] {
        [SIGINT, SIGTERM, SIGHUP, SIGQUIT].filter { number in
            var action = sigaction()
            sigaction(number, nil, &action)
            return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                != unsafeBitCast(SIG_IGN, to: Int.self)
        }
    }

    /// Handles and blocks signals as a program expects it at its start, before another one takes the
    /// place of this one (execvp(3)), which would inherit the difference.
    public static func restore() {
        for number in [SIGPIPE, SIGXFSZ] { signal(number, SIG_DFL) }
        var none = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, nil)
    }

    /// Makes a write to a closed pipe or socket fail (EPIPE) instead of ending the process.
    public static func ignoreBrokenPipes() {
        signal(SIGPIPE, SIG_IGN)
    }

    /// Makes a write beyond the limit of a file's size (RLIMIT_FSIZE, setrlimit(2)) fail (EFBIG)
    /// instead of ending the process.
    public static func ignoreFileSizeLimit() {
        signal(SIGXFSZ, SIG_IGN)
    }
}
