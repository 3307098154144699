import Glibc
import SystemPackage

/// Lines on standard error: for the journal with the priorities that it understands (sd-daemon(3)),
/// for others in plain words. Dictated text is never logged.
public enum Log {
    /// syslog(3)'s priorities.
    enum Priority: Int {
        case error = 3
        case warning = 4
        case notice = 5

        /// The word before the message where it isn't the journal's.
        fileprivate var word: String {
            switch self {
            case .error: "Error: "
            case .warning: "Warning: "
            case .notice: ""
            }
        }
    }

    public static func error(_ message: String) { write(.error, message) }
    public static func warning(_ message: String) { write(.warning, message) }
    public static func notice(_ message: String) { write(.notice, message) }

    private static func write(_ priority: Priority, _ message: String) {
        // If standard error is closed, there is nowhere to report it.
        _ = try? FileDescriptor.standardError.writeAll(line(priority, message).utf8)
    }

    /// The line that is written, with its end.
    static func line(_ priority: Priority, _ message: String) -> String {
        (isJournal ? "<\(priority.rawValue)>" : priority.word)
            + message.replacing("\n", with: " ") + "\n"
    }

    /// Whether standard error is the journal: $JOURNAL_STREAM names its device and inode
    /// (systemd.exec(5)).
    private static let isJournal: Bool = {
        var status = stat()
        guard let stream = getenv("JOURNAL_STREAM"), fstat(STDERR_FILENO, &status) == 0
        else { return false }
        return String(cString: stream) == "\(status.st_dev):\(status.st_ino)"
    }()
}
