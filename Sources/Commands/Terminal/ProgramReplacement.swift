import Glibc
import LinuxRuntime
import Problems
import SystemPackage

/// Another program in place of this one (execvp(3)).
enum ProgramReplacement {
    /// Throws if that fails.
    static func run(
        _ arguments: [String], what: String, remedy: String
    ) throws(Problem) -> Never {
        var pointers = arguments.map { strdup($0) } + [nil]
        Signals.restore()
        execvp(arguments[0], &pointers)
        throw Problem(what, why: "\(arguments[0]): \(Errno.current)", remedy: remedy)
    }
}
