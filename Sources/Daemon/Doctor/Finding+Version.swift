import ControlProtocol
import Problems

extension Finding {
    /// The version that runs, and how it was installed. A daemon that was started before an update
    /// goes on with the version before.
    ///
    /// - Parameter daemon: the version of the daemon; nil if none runs.
    static func version(_ installation: Installation?, daemon: String?) -> Finding {
        let words = installation.map { ", \($0.words)" } ?? ""
        let own = "utter \(Version.current)\(words)"
        guard let daemon, daemon != Version.current else {
            return Finding("version", .good, own)
        }
        return Finding(
            "version", .warning, "\(own); the daemon that runs is utter \(daemon)",
            remedy: "Run: systemctl --user restart utter",
            fix: Fix([.init(["systemctl", "--user", "restart", "utter"])]))
    }
}
