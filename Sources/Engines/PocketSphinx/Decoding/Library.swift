import CPocketSphinxLog
import Glibc
import Problems
import SpeechWorkerProtocol

/// Calls of the library that may fail.
///
/// On a damaged model it ends the process: E_FATAL logs the reason, then calls exit(3); a failed
/// allocation (a damaged file may ask for terabytes) logs nothing and does the same. The process is
/// `utter-speech`, which then reports the problem.
enum Library {
    private static let captureLog: Void = utter_ps_capture_log()

    /// - Parameter problem: what failed, by the library's reason.
    static func call<Result>(
        _ problem: @escaping @Sendable (_ why: String) -> Problem, _ body: () -> Result
    ) -> Result {
        _ = captureLog
        utter_ps_forget_error()
        return LibraryExit.explained(by: { problem(error ?? noMemory) }, body)
    }

    /// The call's result is negative on failure.
    static func check(
        _ problem: @escaping @Sendable (_ why: String) -> Problem, _ body: () -> Int32
    ) throws(Problem) {
        if call(problem, body) < 0 { throw problem(lastError) }
    }

    /// The message of the last call.
    static var lastError: String { error ?? "the library gives no reason" }

    private static let noMemory = "not enough memory"

    /// The library's message without severity and source line, as one line for a log; nil without
    /// one.
    private static var error: String? {
        let message = String(cString: utter_ps_first_error())
        guard !message.isEmpty else { return nil }
        // Of a file that it can't map into memory it says so: "Failed to mmap 1969024 bytes: …".
        if message.contains(String(cString: strerror(ENOMEM))) { return noMemory }
        // ERROR: "file.c", line 7: what it is about
        let parts = message.split(separator: ": ", maxSplits: 2)
        let words = parts.count == 3 && parts[1].contains("\", line ") ? parts[2] : message[...]
        let line = words.prefix(300).split(whereSeparator: \.isWhitespace).joined(separator: " ")
        return line.filter {
            !$0.unicodeScalars.contains { $0.properties.generalCategory == .control }
        }
    }
}
