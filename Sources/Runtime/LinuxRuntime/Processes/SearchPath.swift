import Glibc

/// The folders in which programs are looked up (execvp(3)).
public enum SearchPath {
    /// Whether a program of that name is in one of them.
    public static func contains(_ name: String) -> Bool { path(of: name) != nil }

    /// The path of the program of that name in the first of them that has it.
    public static func path(of name: String) -> String? {
        let folders = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return folders.split(separator: ":").lazy.map { "\($0)/\(name)" }
            .first { access($0, X_OK) == 0 }
    }
}
