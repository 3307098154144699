import Glibc

/// The program of a process.
enum Executable {
    /// Its path (proc_pid_exe(5)); nil where it isn't ours to know.
    static func path(of pid: Int32) -> String? {
        var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = buffer.withUnsafeMutableBytes {
            readlink(
                "/proc/\(pid)/exe", $0.baseAddress!.assumingMemoryBound(to: CChar.self), $0.count)
        }
        guard count > 0 else { return nil }
        let path = String(decoding: buffer.prefix(count), as: UTF8.self)
        // What the kernel adds when a program was upgraded while it runs.
        let mark = " (deleted)"
        return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
    }
}
