import ArgumentParser
import LinuxRuntime
import Problems

/// The failures among several files: each is reported, and the other files are still processed.
struct FileFailures {
    private let count: Int
    private var names: [String] = []

    /// - Parameter count: the number of all files.
    init(of count: Int) { self.count = count }

    var areThere: Bool { !names.isEmpty }

    /// Reports a failure.
    ///
    /// - Parameter isNamed: whether the problem names the file.
    mutating func note(_ problem: Problem, _ file: String, isNamed: Bool) {
        let name = FileName.shown(file)
        names.append(name)
        if isNamed || count == 1 { return complain(problem) }
        let why = problem.why.isEmpty ? problem.what : "\(problem.what): \(problem.why)"
        complain(
            Problem("the speech in “\(name)” was not recognised", why: why, remedy: problem.remedy))
    }

    /// Call after the last file: if any failed, reports which and throws.
    func end() throws {
        if names.isEmpty { return }
        if count > 1 {
            complain(
                "utter: \(names.count) of \(count) files failed: \(names.joined(separator: ", "))")
        }
        throw ExitCode.failure
    }
}
