public import Problems

/// The state of the program, as shown to the user.
public enum DictationState: String, Hashable, Sendable, CaseIterable {
    /// Waiting for the hotkey.
    case idle
    /// The microphone is open.
    case recording
    /// The user has stopped; the last words are being recognised and processed.
    case processing
    /// Text is being typed.
    case inserting
}

/// A message for the user, shown for a few seconds.
public struct Notice: Hashable, Sendable {
    public enum Severity: String, Hashable, Sendable {
        case info, warning, error
    }

    public let severity: Severity
    /// The event, as a sentence.
    public let message: String
    /// The remedy for the user; may be empty.
    public internal(set) var remedy: String
    /// Whether it offers a text that the user may not expect any more.
    public let isOffer: Bool
    /// The actions that the notice offers as buttons.
    public let actions: [Action]
    /// How long it is shown; nil for the usual time.
    public let lasts: Duration?
    /// A text that it proposes to the user, who may have chosen to see no words; never logged.
    public let proposal: String?

    public enum Action: String, Hashable, Sendable, CaseIterable, Codable {
        /// Type the text into the focused window.
        case retype
        /// Put the last dictation on the clipboard.
        case copy
        /// Take the last change of the text back.
        case undo
        /// Learn the last correction.
        case learn
        /// Put a model's text in place, or leave the former.
        case take, leave
        /// Put one of several texts in place.
        case first, second, third
        /// Recognise again what could not be recognised.
        case retry
        /// Open the window for the settings.
        case settings
        /// Show the next page of what can be said.
        case more

        /// Those for several texts, in their order.
        public static let choices: [Action] = [.first, .second, .third]

        /// The label of the button.
        public var label: String {
            switch self {
            case .retype: "Type it here"
            case .copy: "Copy"
            case .undo: "Undo"
            case .learn: "Learn it"
            case .take: "Replace it"
            case .leave: "Leave it"
            case .first: "1"
            case .second: "2"
            case .third: "3"
            case .retry: "Try again"
            case .settings: "Settings"
            case .more: "More"
            }
        }
    }

    public init(
        _ severity: Severity, _ message: String, remedy: String = "", isOffer: Bool = false,
        actions: [Action] = [], lasts: Duration? = nil, proposal: String? = nil
    ) {
        (self.lasts, self.proposal) = (lasts, proposal)
        self.severity = severity
        self.message = message
        self.remedy = remedy
        self.isOffer = isOffer
        self.actions = actions
    }

    /// - Parameter actions: with any about a text, it is an offer.
    public init(_ severity: Severity, _ problem: Problem, actions: [Action] = []) {
        self.init(
            severity, problem.why.isEmpty ? problem.what : "\(problem.what): \(problem.why)",
            remedy: problem.remedy, isOffer: actions.contains { $0 != .settings },
            actions: actions)
    }
}

extension [Notice.Action] {
    /// For a text that is kept but isn't where it belongs.
    static let ofKeptText: Self = [.retype, .copy]
}

extension Notice {
    /// An interrupted dictation was recovered.
    public static func recovered(after reason: InterruptionReason) -> Notice {
        let verb = reason.isRequest ? "recognised again" : "recovered"
        return Notice(
            .info, "\(reason.whatWasSaid) was \(verb)",
            remedy: "utter retype types it, utter last shows it.", isOffer: true,
            actions: .ofKeptText)
    }

    /// The program ended while it was typing.
    ///
    /// - Parameter typed: the number of characters known to be in the window.
    static func cutShort(typed: Int) -> Notice {
        let (known, rest) =
            typed > 0
            ? (
                "at least \(typed) characters were typed",
                "the rest, and perhaps a few letters twice"
            ) : ("some of the text may have been typed", "all of it")
        return Notice(
            .warning, "The program ended while typing: \(known)",
            remedy: "utter retype types \(rest); utter last shows the whole text.", isOffer: true,
            actions: .ofKeptText)
    }
}

/// Why a dictation was interrupted, or is recognised again.
public enum InterruptionReason: Hashable, Sendable {
    /// The program ended, or crashed.
    case program
    /// The recogniser failed; the program kept running.
    case recognizer
    /// It ended well, and the user wants it recognised again: the last dictation, or the one that
    /// has this number in the history.
    case request(Int?)

    public var isRequest: Bool { if case .request = self { true } else { false } }

    /// The words spoken then, as the subject of a sentence.
    public var whatWasSaid: String {
        switch self {
        case .program: "What you said before the program ended"
        case .recognizer: "What you said when the engine failed"
        case .request(nil): "Your last dictation"
        case .request(let number?): "Dictation \(number)"
        }
    }
}

/// Everything about a dictation that can be shown to the user at one moment.
public struct DictationDisplay: Hashable, Sendable {
    public var state = DictationState.idle
    /// While recording: samples arrive, so speech is recorded.
    public var isHearing = false
    /// While recording: the user has paused, so the microphone is closed.
    public var isPaused = false
    /// The hotkey was pressed before the dictation was finished; the next one starts by itself.
    public var isStartQueued = false
    /// Whether the microphone is open, or will be in a moment, until the user ends it.
    public var staysOn = false
    /// While recording and processing: the partial transcript of the current utterance.
    public var partial = ""
    public var notice: Notice?

    public init() {}
}
