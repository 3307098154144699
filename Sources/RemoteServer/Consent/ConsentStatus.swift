public import Problems

/// Whether a server on another machine may get the user's data. The cases follow iOS.
public enum ConsentStatus: String, Sendable {
    /// The user was not asked yet.
    case notDetermined
    case authorized
    case denied
    /// The administrator forbids it; the user's answer doesn't matter.
    case restricted
}

/// The status of one server, and what is wrong with the files that determine it.
public struct ConsentDecision: Hashable, Sendable {
    public let status: ConsentStatus
    /// Set if a file is invalid: then it allows nothing.
    public let problem: Problem?

    init(_ status: ConsentStatus, problem: Problem? = nil) {
        (self.status, self.problem) = (status, problem)
    }

    /// Why nothing may be sent to a server; nil if it may.
    func refusal(of address: ServerAddress) -> Problem? {
        let subject = address.service.subject
        let isNamed = address.service == .selection
        let command = "utter authorize" + (isNamed ? " \(address.service.rawValue)" : "")
        let (why, remedy) =
            switch status {
            case .authorized: ("", "")
            case .notDetermined:
                ("you were not asked yet whether it may have \(subject)", "Run: \(command)")
            case .denied: ("you denied it \(subject)", "“\(command)” asks you again.")
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
