public import Dictation

/// One line of `utter doctor`.
public struct Finding: Encodable, Hashable, Sendable {
    public enum Grade: String, Encodable, Sendable {
        /// It was checked, and is well.
        case good
        /// It isn't there and needn't be, or it can't be checked from here.
        case unchecked
        case warning, failure
    }

    /// The part that was checked.
    public let subject: String
    public let grade: Grade
    public let message: String
    /// How to fix or check it, in words; empty if there is nothing to do.
    public let remedy: String
    /// The commands that fix it, where commands can.
    public let fix: Fix?

    public init(
        _ subject: String, _ grade: Grade, _ message: String, remedy: String = "",
        fix: Fix? = nil
    ) {
        self.subject = subject
        self.grade = grade
        self.message = message
        self.remedy = remedy
        self.fix = fix
    }

    init(_ subject: String, _ grade: Grade, _ problem: Problem) {
        self.init(
            subject, grade, problem.why.isEmpty ? problem.what : "\(problem.what): \(problem.why)",
            remedy: problem.remedy, fix: problem.fix)
    }

    /// What a part could not be made for.
    init(_ subject: String, _ grade: Grade, of error: any Error) {
        if let problem = error as? Problem {
            self.init(subject, grade, problem)
        } else {
            self.init(subject, grade, "\(error)", remedy: "Fix the configuration.")
        }
    }
}
