/// What the overlay shows, in words and one mark: all of it that is not movement.
public struct OverlayScene: Hashable, Sendable {
    /// The sign at the left. Each differs from the others in shape, not by colour alone.
    public enum Mark: Hashable, Sendable, CaseIterable {
        /// The microphone opens: five points.
        case opening
        /// It listens: five bars that move with the audio level.
        case bars
        /// It listens and hears nothing at all: a microphone, crossed out.
        case silence
        /// It thinks or types: three points that breathe.
        case work
        /// Done: a tick.
        case done
        /// An i in a circle.
        case info
        /// An exclamation mark in a circle.
        case warning
        /// An exclamation mark in a triangle; the card has a frame.
        case error
    }

    public var mark: Mark
    /// The words that count: at most two lines are shown.
    public var text: String
    /// Whether the text is dictated: then its end is shown, with an ellipsis at the front, and
    /// the card is wide from the first word on, so that it doesn't grow with each.
    public var isTranscript: Bool
    /// What to do about it, below the text; at most two lines.
    public var detail: String
    /// A few characters at the right, such as the time that runs.
    public var label: String

    public init(
        _ mark: Mark, _ text: String, isTranscript: Bool = false, detail: String = "",
        label: String = ""
    ) {
        self.mark = mark
        self.text = text
        self.isTranscript = isTranscript
        self.detail = detail
        self.label = label
    }
}

/// Where the mark is in its movement.
public enum MarkMotion: Hashable, Sendable {
    case still
    /// Five heights from 0 to 1.
    case bars([Float])
    /// A place in the round of the breathing points, from 0 to 1.
    case round(Float)
}
