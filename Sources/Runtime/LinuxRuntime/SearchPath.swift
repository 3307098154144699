import Glibc

/// The folders in which programs are looked up (execvp(3)).
public enum SearchPath {
    /// Whether a program of that name is in one of them.
    public static func contains(_ name: String) -> Bool {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return path.split(separator: ":").contains { access("\($0)/\(name)", X_OK) == 0 }
    }
}
