import Dictation
import SystemPackage

/// Writes data for programs to standard output.
func printData(_ line: String) throws {
    do {
        try FileDescriptor.standardOutput.writeAll((line + "\n").utf8)
    } catch Errno.brokenPipe {
        // The reader has what it wanted.
    }
}

/// Writes words for people to standard error.
func complain(_ message: String) {
    // Nobody is left to tell if standard error is closed.
    _ = try? FileDescriptor.standardError.writeAll((message + "\n").utf8)
}

/// What failed and why, and below it what to do.
func complain(_ problem: Problem) {
    let sentence = problem.why.isEmpty ? problem.what : "\(problem.what): \(problem.why)"
    complain("utter: " + sentence + (problem.remedy.isEmpty ? "" : "\n  \(problem.remedy)"))
}
