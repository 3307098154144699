import Glibc

/// Whether a process runs. One that has ended and is reaped by nobody doesn't: process 1 of a
/// container may never do so.
public func isRunning(_ pid: Int32) -> Bool {
    guard kill(pid, 0) == 0 else { return false }
    // The name, in brackets, may have anything in it.
    let state = textOfFile("/proc/\(pid)/stat").split(separator: ")").last ?? ""
    return !state.isEmpty && !state.hasPrefix(" Z") && !state.hasPrefix(" X")
}

/// The numbers of processes in a text.
public func processes(in text: String) -> [Int32] {
    text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
}
