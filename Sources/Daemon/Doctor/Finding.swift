public import Problems

/// A line of `utter doctor`.
public struct Finding: Encodable, Hashable, Sendable {
    public enum Grade: String, Encodable, Sendable {
        /// Checked, and in order.
        case good
        /// Not present and not needed, or can't be checked from here.
        case unchecked
        case warning, failure
    }

    /// The part that was checked.
    public let subject: String
    public let grade: Grade
    public let message: String
    /// How to fix or check it, in words; empty if there is nothing to do.
    public let remedy: String
    /// Commands that fix it, if there are any.
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

    /// A part that couldn't be made because of an error.
    init(_ subject: String, _ grade: Grade, of error: any Error) {
        if let problem = error as? Problem {
            self.init(subject, grade, problem)
        } else {
            self.init(subject, grade, "\(error)", remedy: "Fix the configuration.")
        }
    }
}
