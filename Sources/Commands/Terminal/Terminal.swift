import Problems
import SystemPackage

/// Writes data for programs to standard output.
func printData(_ line: String) throws {
    do {
        try FileDescriptor.standardOutput.writeAll((line + "\n").utf8)
    } catch Errno.brokenPipe {
        // The reader has closed it, since it needs no more.
    }
}

/// Writes messages for the user to standard error.
func complain(_ message: String) {
    // If standard error is closed, the message can't be shown anywhere.
    _ = try? FileDescriptor.standardError.writeAll((message + "\n").utf8)
}

/// Writes what failed and why, and below it the remedy.
func complain(_ problem: Problem) { complain("utter: \(problem.paragraph)") }

extension Problem {
    /// The failure with its reason, and below it the remedy.
    var paragraph: String {
        let sentence = why.isEmpty ? what : "\(what): \(why)"
        return sentence + (remedy.isEmpty ? "" : "\n  \(remedy)")
    }
}
