public import SystemPackage

/// The program of a process.
public enum Executable {
    /// This process's own.
    public static func path() throws(SystemError) -> FilePath { try path(at: "self") }

    /// Its path (proc_pid_exe(5)); nil where it isn't ours to know.
    public static func path(of process: Int32) -> String? {
        (try? path(at: "\(process)"))?.string
    }

    private static func path(at process: String) throws(SystemError) -> FilePath {
        let path = try SymbolicLink.target(of: "/proc/\(process)/exe")
        // What the kernel adds when a program was upgraded while it runs.
        let mark = " (deleted)"
        return FilePath(path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path)
    }
}
