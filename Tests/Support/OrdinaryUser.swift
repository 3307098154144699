internal import Glibc

/// Support for programs that refuse to run as root, in containers where everything does.
public enum OrdinaryUser {
    /// The user to switch to if this process is root: Debian's nobody.
    static let identifier: UInt32? = getuid() == 0 ? 65534 : nil

    /// A command to run as that user.
    public static func command(_ arguments: [String]) -> [String] {
        guard let identifier else { return arguments }
        return [
            // That user may have no access to the working directory.
            "env", "--chdir=/",
            "setpriv", "--reuid=\(identifier)", "--regid=\(identifier)", "--clear-groups",
        ] + arguments
    }

    /// A command that gives a folder to that user.
    public static func owning(_ folder: String) -> [String] {
        identifier.map { ["chown", "-R", "\($0):\($0)", folder] } ?? ["true"]
    }
}
