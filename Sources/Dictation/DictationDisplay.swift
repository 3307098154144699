/// What the program is doing, as the person sees it.
public enum DictationState: String, Hashable, Sendable, CaseIterable {
    /// Waiting for the hotkey.
    case idle
    /// Listening.
    case recording
    /// The person has stopped; the last words are being understood and made into text.
    case processing
    /// Text is being typed.
    case inserting
}

/// A message for the person, shown for a few seconds.
public struct Notice: Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        case info, warning, error
    }

    public let severity: Severity
    /// What happened.
    public let message: String
    /// What to do about it; may be empty.
    public let remedy: String

    public init(_ severity: Severity, _ message: String, remedy: String = "") {
        self.severity = severity
        self.message = message
        self.remedy = remedy
    }

    public init(_ severity: Severity, _ problem: Problem) {
        self.init(
            severity, problem.why.isEmpty ? problem.what : "\(problem.what): \(problem.why)",
            remedy: problem.remedy)
    }
}

extension Notice {
    /// A dictation that was cut short is there after all.
    public static let recovered = Notice(
        .info, "What you said before the program broke off was recovered",
        remedy: "utter retype types it, utter last shows it.")
}

/// All that a person can be shown of a dictation at one moment.
public struct DictationDisplay: Hashable, Sendable {
    public var state = DictationState.idle
    /// While recording: samples arrive, so words spoken now are heard.
    public var isHearing = false
    /// The hotkey was pressed before the dictation was done; the next one follows by itself.
    public var isStartQueued = false
    /// While recording and processing: the words of the current utterance so far.
    public var partial = ""
    public var notice: Notice?

    public init() {}
}
