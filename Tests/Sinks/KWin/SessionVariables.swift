import DesktopKDE
import DesktopParts
import LinuxRuntime
import Testing

/// The variables of a session, and what a program knows of it by them.
enum SessionVariables {
    /// This process's variables.
    static var own: [String: String] { SessionEnvironment.current.variables }
    static var list: [String] { own.map { "\($0)=\($1)" } }

    @EventLoopActor static func desktop(_ variables: [String: String]) throws -> any Desktop {
        try #require(KDEDesktop(SessionEnvironment(variables)))
    }

    /// - Parameter list: in the form `NAME=VALUE`; the last counts.
    static func dictionary(_ list: [String]) -> [String: String] {
        let pairs = list.map { entry in
            let parts = entry.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return (String(parts[0]), String(parts[1]))
        }
        return Dictionary(pairs) { _, last in last }
    }
}
