/// An error for the user: what failed (with the device, file or key), why, and what to do. Every
/// backend reports its failures in this type.
///
///     throw Problem(
///         "cannot open the microphone “hw:7”", why: "there is no such device",
///         remedy: "Choose one of: default, pulse.")
///
/// The three parts are read as `what: why. remedy`: neither `what` nor `why` ends with a full stop,
/// `remedy` is one or more sentences.
public struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The failure, naming the thing: `cannot open the microphone “hw:7”`.
    public let what: String
    /// Why, in the words of the failed part: `No such file or directory`. Empty if `what` says it.
    public let why: String
    /// The user's remedy: `Choose one of: default, pulse.` May be empty.
    public let remedy: String
    /// Commands that do what `remedy` says, if there are any. They never leave this process: code
    /// that runs them gets them from the part itself, not from a message.
    public let fix: Fix?

    public init(_ what: String, why: String, remedy: String = "", fix: Fix? = nil) {
        self.what = what
        self.why = why
        self.remedy = remedy
        self.fix = fix
    }

    /// One line: `what: why. remedy`.
    public var description: String {
        let sentence = why.isEmpty ? what : "\(what): \(why)"
        return remedy.isEmpty ? sentence : "\(sentence). \(remedy)"
    }
}

/// Whether a backend can work here and now.
public enum Availability: Hashable, Sendable {
    case available
    case unavailable(Problem)

    public var problem: Problem? {
        if case .unavailable(let problem) = self { problem } else { nil }
    }
}
