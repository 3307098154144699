public import Dictation

/// Whether a server on another machine may get what is the person's. The cases are iOS's.
public enum ConsentStatus: String, Sendable {
    /// The person was not asked yet.
    case notDetermined
    case authorized
    case denied
    /// The administrator forbids it; the person's answer doesn't matter.
    case restricted
}

/// The status of one server, and what was wrong with the files that should tell it.
public struct ConsentDecision: Hashable, Sendable {
    public let status: ConsentStatus
    /// Set where a file can't be believed: then nothing counts as allowed by it.
    public let problem: Problem?

    init(_ status: ConsentStatus, problem: Problem? = nil) {
        (self.status, self.problem) = (status, problem)
    }

    /// Why nothing may be sent to a server; nil if it may.
    func refusal(of address: ServerAddress) -> Problem? {
        let subject = address.service.subject
        let (why, remedy) = switch status {
        case .authorized: ("", "")
        case .notDetermined:
            ("you were not asked yet whether it may have \(subject)", "Run: utter authorize")
        case .denied: ("you denied it \(subject)", "“utter authorize” asks you anew.")
        case .restricted:
            ("the administrator of this machine denies it \(subject)", "Choose another engine.")
        }
        if status == .authorized { return nil }
        let causes = [why, problem?.description ?? ""].filter { !$0.isEmpty }
        return Problem(
            "nothing is sent to the server \(address.origin)",
            why: causes.joined(separator: "; "), remedy: remedy)
    }
}
