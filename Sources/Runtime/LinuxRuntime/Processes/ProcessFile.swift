import Glibc

/// The kernel's information about a process (proc_pid(5)).
public enum ProcessFile {
    /// One of a process's files in /proc, at most 4 KiB of it; empty if the process is gone, or may
    /// not be looked at.
    ///
    /// - Parameter name: such as `stat`, or `task/12/status`.
    public static func text(_ name: String, of process: Int32) -> String {
        guard let file = fopen("/proc/\(process)/\(name)", "re") else { return "" }
        defer { fclose(file) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = fread(&buffer, 1, buffer.count, file)
        return String(decoding: buffer.prefix(count), as: UTF8.self)
    }

    /// The processor time that a process has used: its own in user and in kernel mode, and the same
    /// of the children it has waited for; in seconds. Empty if the process is gone.
    ///
    /// The fields 14 to 17 of proc_pid_stat(5). The second one, a name in brackets, may contain
    /// anything.
    public static func processorTimes(of process: Int32) -> [Double] {
        let text = text("stat", of: process)
        let fields = text[(text.lastIndex(of: ")") ?? text.startIndex)...].split(separator: " ")
        return fields.dropFirst(12).prefix(4).compactMap { Int($0) }
            .map { Double($0) / Double(sysconf(Int32(_SC_CLK_TCK))) }
    }
}
