import Glibc

/// The description of a session in the environment.
package struct SessionEnvironment: Sendable {
    package var variables: [String: String]
    /// Under which the machine's configuration lies.
    package var root: String

    package init(_ variables: [String: String], root: String = "/") {
        (self.variables, self.root) = (variables, root)
    }

    /// A variable's value; nil if it is unset or empty.
    package subscript(_ name: String) -> String? {
        variables[name].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The first name in $XDG_CURRENT_DESKTOP, as it is written; nil if there is none.
    package var desktopName: String? {
        self["XDG_CURRENT_DESKTOP"]?.split(separator: ":").first.map { String($0) }
    }

    /// The names in $XDG_CURRENT_DESKTOP, in small letters.
    package var desktops: [String] {
        (self["XDG_CURRENT_DESKTOP"] ?? "").split(separator: ":").map { $0.lowercased() }
    }

    /// This process's environment.
    package static var current: SessionEnvironment {
        var variables: [String: String] = [:]
        var next = environ
        while let entry = next.pointee {
            let parts = String(cString: entry).split(
                separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            variables[String(parts[0])] = parts.count > 1 ? String(parts[1]) : ""
            next += 1
        }
        return SessionEnvironment(variables)
    }
}
