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
    /// Whether it offers a text that the person may not wait for any more.
    public let isOffer: Bool

    public init(
        _ severity: Severity, _ message: String, remedy: String = "", isOffer: Bool = false
    ) {
        self.severity = severity
        self.message = message
        self.remedy = remedy
        self.isOffer = isOffer
    }

    public init(_ severity: Severity, _ problem: Problem) {
        self.init(
            severity, problem.why.isEmpty ? problem.what : "\(problem.what): \(problem.why)",
            remedy: problem.remedy)
    }
}

extension Notice {
    /// A dictation that was cut short is there after all.
    public static func recovered(after reason: InterruptionReason) -> Notice {
        Notice(
            .info, "\(reason.whatWasSaid) was recovered",
            remedy: "utter retype types it, utter last shows it.", isOffer: true)
    }

    /// The program ended while it typed.
    ///
    /// - Parameter typed: characters that are known to stand in the window.
    static func cutShort(typed: Int) -> Notice {
        let (known, rest) = typed > 0
            ? (
                "at least \(typed) characters of the text stand there",
                "the rest, and perhaps a few letters twice"
            ) : ("some of the text may stand there", "all of it")
        return Notice(
            .warning, "The program ended while it typed: \(known)",
            remedy: "utter retype types \(rest); utter last shows the whole text.", isOffer: true)
    }
}

/// Why a dictation came to no end.
public enum InterruptionReason: Hashable, Sendable {
    /// The program ended, or crashed.
    case program
    /// The recogniser failed; the program went on.
    case recognizer

    /// What the person said then, as the subject of a sentence.
    public var whatWasSaid: String {
        switch self {
        case .program: "What you said before the program ended"
        case .recognizer: "What you said when the recogniser failed"
        }
    }
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
