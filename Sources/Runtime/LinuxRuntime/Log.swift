import SystemPackage

/// Lines on standard error with the priorities that the journal understands (sd-daemon(3)).
/// Dictated text is never logged.
public enum Log {
    public static func error(_ message: String) { write(3, message) }
    public static func warning(_ message: String) { write(4, message) }
    public static func notice(_ message: String) { write(5, message) }

    private static func write(_ priority: Int, _ message: String) {
        let line = "<\(priority)>\(message.replacing("\n", with: " "))\n"
        // If standard error is closed, there is nowhere to report it.
        _ = try? FileDescriptor.standardError.writeAll(line.utf8)
    }
}
