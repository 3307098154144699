import Glibc

/// What a program needs of this process's environment to be found and to start at all, however
/// much else of it is cleared for the test: where programs are, and what they load.
public enum ProgramPlaces {
    private static let names = [
        "LD_LIBRARY_PATH", "GI_TYPELIB_PATH", "PYTHONPATH", "XDG_DATA_DIRS",
    ]

    /// `NAME=VALUE`; PATH is always there.
    public static let environment = environment(path: value("PATH") ?? "/usr/bin:/bin")

    /// The same with another PATH.
    public static func environment(path: String) -> [String] {
        ["PATH=\(path)"] + names.compactMap { name in value(name).map { "\(name)=\($0)" } }
    }

    private static func value(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
