public import SystemPackage

/// The executables of processes.
public enum Executable {
    /// The path of this process's executable.
    public static func path() throws(SystemError) -> FilePath { try path(at: "self") }

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
