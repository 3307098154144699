/// How line breaks are typed.
public enum LineBreakStyle: String, Hashable, Sendable, CaseIterable {
    /// As the window requires: none where they would run a command or send, or where the window is
    /// unknown; in an editor, which may show a terminal, only into a field that is known to be
    /// text.
    case auto
    /// They are typed as Return.
    case keep
    /// They are typed as Shift+Return.
    case shiftEnter = "shift-enter"
    /// They become spaces.
    case space

    /// For a window of this kind; nil if it is unknown. What is `auto` then depends on the field.
    public func suiting(_ window: WindowKind?) -> LineBreakStyle {
        guard self == .auto else { return self }
        return switch window {
        case .terminal, .sender, nil: .space
        case .chat: .shiftEnter
        case .editor: .auto
        case .wordProcessor, .other: .keep
        }
    }

    /// How a text is cleaned for it.
    public var cleaning: TypableText.LineBreaks {
        switch self {
        case .keep: .keep
        case .shiftEnter: .shiftEnter
        case .auto, .space: .space
        }
    }
}
