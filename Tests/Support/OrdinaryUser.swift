internal import Glibc

/// Programs that refuse to run as root, in containers where everything does.
enum OrdinaryUser {
    /// The user to become if this process is root: Debian's nobody.
    static let identifier: UInt32? = getuid() == 0 ? 65534 : nil

    /// A command to run as that user.
    static func command(_ arguments: [String]) -> [String] {
        guard let identifier else { return arguments }
        return [
            // Its working directory may be closed to that user.
            "env", "--chdir=/",
            "setpriv", "--reuid=\(identifier)", "--regid=\(identifier)", "--clear-groups",
        ] + arguments
    }
}
