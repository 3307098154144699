import Glibc

/// The variables that a program needs to be found and to start, even if a test clears all others:
/// the search path, and what it loads.
public enum ProgramPlaces {
    private static let names = [
        "LD_LIBRARY_PATH", "GI_TYPELIB_PATH", "PYTHONPATH", "XDG_DATA_DIRS",
    ]

    /// In the form `NAME=VALUE`; with PATH in any case.
    public static let environment = environment(path: value("PATH") ?? "/usr/bin:/bin")

    /// The same with another PATH.
    public static func environment(path: String) -> [String] {
        ["PATH=\(path)"] + names.compactMap { name in value(name).map { "\(name)=\($0)" } }
    }

    private static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
