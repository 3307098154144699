import SystemPackage

/// Lines on standard error with the priorities that the journal reads (sd-daemon(3)). Dictated
/// text never goes here.
public enum Log {
    public static func error(_ message: String) { write(3, message) }
    public static func warning(_ message: String) { write(4, message) }
    public static func notice(_ message: String) { write(5, message) }

    private static func write(_ priority: Int, _ message: String) {
        let line = "<\(priority)>\(message.replacing("\n", with: " "))\n"
        // Nobody is left to tell if standard error is closed.
        _ = try? FileDescriptor.standardError.writeAll(line.utf8)
    }
}
