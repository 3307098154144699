import CLinux
import Glibc
public import Problems

/// Where the control socket is.
public enum ControlSocketPath {
    /// `$XDG_RUNTIME_DIR/utter/control`, or below `/run/user/UID` if the variable is not set.
    /// Throws a `Problem` if neither can be used.
    public static func standard() throws(Problem) -> String {
        try find(
            runtimeDirectory: getenv("XDG_RUNTIME_DIR").map { String(cString: $0) },
            fallback: "/run/user/\(geteuid())")
    }

    /// The XDG base directory specification requires that a relative path is ignored.
    static func find(
        runtimeDirectory: String?, fallback: String
    ) throws(Problem) -> String {
        if let runtimeDirectory, runtimeDirectory.hasPrefix("/") {
            return "\(runtimeDirectory)/utter/control"
        }
        let variable =
            runtimeDirectory.map { $0.isEmpty ? "is empty" : "“\($0)” is relative" }
            ?? "is not set"
        var status = stat()
        if lstat(fallback, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR {
            throw unusable("XDG_RUNTIME_DIR \(variable) and there is no directory \(fallback)")
        }
        if status.st_uid != geteuid() {
            throw unusable(
                "XDG_RUNTIME_DIR \(variable) and \(fallback) belongs to uid \(status.st_uid), "
                    + "not to you (\(geteuid()))")
        }
        return "\(fallback)/utter/control"
    }

    private static func unusable(_ why: String) -> Problem {
        Problem(
            "cannot find a place for the control socket", why: why,
            remedy: "Log in through a display manager or the console, or set XDG_RUNTIME_DIR to "
                + "a directory that is yours alone (mode 0700)")
    }
}
