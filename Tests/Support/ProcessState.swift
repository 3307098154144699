import Glibc

/// Whether a process runs. A zombie doesn't: process 1 of a container may never reap it.
public func isRunning(_ pid: Int32) -> Bool {
    guard kill(pid, 0) == 0 else { return false }
    // The name, in brackets, may contain anything.
    let state = textOfFile("/proc/\(pid)/stat").split(separator: ")").last ?? ""
    return !state.isEmpty && !state.hasPrefix(" Z") && !state.hasPrefix(" X")
}

/// The numbers of processes in a text.
public func processes(in text: String) -> [Int32] {
    text.split(whereSeparator: \.isWhitespace).compactMap { Int32($0) }
}
