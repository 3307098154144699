/// The contents of the overlay, text and one mark: everything but movement.
public struct OverlayScene: Hashable, Sendable {
    /// The mark at the left. Each differs from the others in shape, not by colour alone.
    public enum Mark: Hashable, Sendable, CaseIterable {
        /// The microphone is being opened: five points.
        case opening
        /// Recording: five bars that move with the audio level.
        case bars
        /// Recording, but only silence arrives: a microphone, crossed out.
        case silence
        /// The dictation is paused: two bars.
        case paused
        /// Listening for the phrase that begins a dictation: a microphone.
        case asleep
        /// On the button while nothing is dictated: a microphone.
        case ready
        /// Processing or typing: three pulsing points.
        case work
        /// Done: a tick.
        case done
        /// An i in a circle.
        case info
        /// An exclamation mark in a circle.
        case warning
        /// An exclamation mark in a triangle; the card has a frame.
        case error

        /// Whether a dictation goes on. Its card keeps one width, so that it doesn't grow with
        /// the words; a result's is as wide as its words.
        var isInDictation: Bool {
            switch self {
            case .opening, .bars, .silence, .paused, .work: true
            case .asleep, .ready, .done, .info, .warning, .error: false
            }
        }
    }

    public var mark: Mark
    /// The main text: at most two or three lines are shown, of a page fifteen.
    public var text: String
    /// Whether the text is to be read: it is shown small, on the form ``OverlayLook/Form/page``.
    public var isPage: Bool
    /// Whether the text is dictated. Then its end is shown, with an ellipsis in front.
    public var isTranscript: Bool
    /// The remedy for the user, or a list of lines, below the text.
    public var detail: String
    /// A few characters at the right, such as the time of recording.
    public var label: String
    /// The labels of the buttons, below the rest; empty for a card that takes no clicks.
    public var buttons: [String]

    /// Whether the detail is a list.
    var isList: Bool { detail.contains("\n") }

    /// Whether it is shown on the form ``OverlayLook/Form/page``: a text to be read, or a message
    /// that would be cut before its remedy's end.
    public var isTall: Bool {
        if isPage || isList { return true }
        if detail.isEmpty { return false }
        return Self.lines(text, 34) + Self.lines(detail, 44) + (buttons.isEmpty ? 0 : 2) > 4
    }

    /// About the lines that a text needs.
    private static func lines(_ text: String, _ length: Int) -> Int {
        (text.count + length - 1) / length
    }

    public init(
        _ mark: Mark, _ text: String, isTranscript: Bool = false, isPage: Bool = false,
        detail: String = "", label: String = "", buttons: [String] = []
    ) {
        self.mark = mark
        self.text = text
        self.isPage = isPage
        self.isTranscript = isTranscript
        self.detail = detail
        self.label = label
        self.buttons = buttons
    }
}

/// How far the mark's animation is.
public enum MarkMotion: Hashable, Sendable {
    case still
    /// Five heights from 0 to 1.
    case bars([Float])
    /// The phase of the pulsing points, from 0 to 1.
    case round(Float)
}
