import Glibc
import SystemPackage

/// A line on the terminal that says what is done now, and changes; nothing without a terminal.
struct ProgressLine {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    func show(_ words: String) { write("\r  \(words)\u{1B}[K") }  // EL, of ECMA-48

    /// Erases the line.
    func end() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        if isTerminal { _ = try? FileDescriptor.standardError.writeAll(text.utf8) }
    }
}
