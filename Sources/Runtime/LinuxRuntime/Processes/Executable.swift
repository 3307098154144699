import Glibc
public import SystemPackage

/// The executables of processes.
public enum Executable {
    /// The path of this process's executable.
    public static func path() throws(SystemError) -> FilePath { try path(at: "self") }

    /// `PREFIX` if this process's executable is installed: `PREFIX/bin/NAME`, or
    /// `PREFIX/libexec/utter/NAME`; nil otherwise.
    public static var prefix: FilePath? { (try? path()).flatMap { prefix(of: $0) } }

    /// The same for an executable.
    static func prefix(of program: FilePath) -> FilePath? {
        let folder = program.removingLastComponent()
        for place in ["bin", "libexec/utter"] as [FilePath] where folder.ends(with: place) {
            return FilePath(root: folder.root, folder.components.dropLast(place.components.count))
        }
        return nil
    }

    /// The path of another of utter's programs: `PREFIX/libexec/utter/NAME` if this process's executable
    /// is installed, else `NAME` beside it, as in a build folder; nil if neither is executable.
    public static func companion(_ name: String) -> String? {
        let places = [
            prefix?.appending("libexec/utter/\(name)"),
            (try? path())?.removingLastComponent().appending(name),
        ]
        return places.compactMap { $0?.string }.first { access($0, X_OK) == 0 }
    }

    /// The path of a process's executable (proc_pid_exe(5)); nil if it may not be read.
    public static func path(of process: Int32) -> String? {
        (try? path(at: "\(process)"))?.string
    }

    private static func path(at process: String) throws(SystemError) -> FilePath {
        let path = try SymbolicLink.target(of: "/proc/\(process)/exe")
        // Added by the kernel when the executable was replaced while it runs.
        let mark = " (deleted)"
        return FilePath(path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path)
    }
}
