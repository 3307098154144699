import Glibc
import LinuxRuntime
package import Problems

/// A program of the user's that takes bytes and prints text.
package struct ExternalProgram: Sendable {
    /// Its role, for messages: `the recogniser`.
    package let role: String
    /// The setting of the program: `[recognizer] command`.
    package let setting: String
    /// The setting of its time limit: `[recognizer] time_limit`.
    package let limitSetting: String
    /// The program's name, looked up in PATH.
    package let name: String
    /// The suffix of its input file; nil for standard input.
    package let fileSuffix: String?
    /// The program's name and its arguments, given the path of the input file, if there is one.
    let arguments: @Sendable (String?) -> [String]

    package init(
        role: String, setting: String, limitSetting: String, name: String,
        fileSuffix: String? = nil, arguments: @escaping @Sendable (String?) -> [String]
    ) {
        (self.role, self.setting, self.limitSetting) = (role, setting, limitSetting)
        (self.name, self.fileSuffix, self.arguments) = (name, fileSuffix, arguments)
    }

    /// Whether the program exists and may be executed.
    package var availability: Availability {
        if name.contains("/") {
            return access(name, X_OK) == 0
                ? .available : .unavailable(missing("\(SystemError.last("").errno)"))
        }
        return SearchPath.contains(name)
            ? .available : .unavailable(missing("it is not in PATH"))
    }

    func missing(_ why: String) -> Problem {
        Problem(
            "cannot run \(role) “\(name)”", why: why,
            remedy: "Install it, or correct \(setting).")
    }
}
