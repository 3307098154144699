package import Dictation
import Glibc
import LinuxRuntime

/// A program of the person's that takes bytes and prints text.
package struct ExternalProgram: Sendable {
    /// What it is in messages: `the recogniser`.
    package let role: String
    /// Where it is set: `[recognizer] command`.
    package let setting: String
    /// Where its time limit is set: `[recognizer] time_limit`.
    package let limitSetting: String
    /// Looked up in PATH.
    package let name: String
    /// How the name of the file ends that has its input; nil for standard input.
    package let fileSuffix: String?
    /// The program's name and its arguments, for the path of its input if that has one.
    let arguments: @Sendable (String?) -> [String]

    package init(
        role: String, setting: String, limitSetting: String, name: String,
        fileSuffix: String? = nil, arguments: @escaping @Sendable (String?) -> [String]
    ) {
        (self.role, self.setting, self.limitSetting) = (role, setting, limitSetting)
        (self.name, self.fileSuffix, self.arguments) = (name, fileSuffix, arguments)
    }

    /// Whether the program is there and may be run.
    package var availability: Availability {
        if name.contains("/") {
            return access(name, X_OK) == 0
                ? .available : .unavailable(missing("\(SystemError.last("").errno)"))
        }
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        let isThere = path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
        return isThere ? .available : .unavailable(missing("it is not in PATH"))
    }

    func missing(_ why: String) -> Problem {
        Problem(
            "cannot run \(role) “\(name)”", why: why,
            remedy: "Install it, or correct \(setting).")
    }
}
