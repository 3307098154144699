/// The purpose of a hotkey.
public enum HotkeyAction: String, Hashable, Sendable, CaseIterable {
    /// Start and stop a dictation.
    case dictate
    /// The same, and press Enter after its text.
    case submit
    /// The same, for a single utterance that is a command.
    case command
    /// The same, for a single utterance that says what a model is to do with the selection or the
    /// last dictation.
    case instruct
    /// Type the last dictation again, or what was left of it.
    case retype
    /// Put the last dictation on the clipboard.
    case copy
    /// Take the last change back, or remove the last utterance.
    case undo, scratch
    /// Dictate in the next language.
    case language
    /// Give the dictation up.
    case cancel

    /// The purpose of the dictation that it starts; nil if it starts none.
    public var purpose: DictationPurpose? {
        switch self {
        case .dictate: .text
        case .submit: .submission
        case .command: .command
        case .instruct: .instruction
        case .retype, .copy, .undo, .scratch, .language, .cancel: nil
        }
    }
}

/// The purpose of a dictation.
public enum DictationPurpose: Hashable, Sendable {
    case text
    /// A text, and Enter after it where that key may be pressed.
    case submission
    /// One utterance that is a command: nothing of it is typed as text.
    case command
    /// One utterance for a model: what it is to do with the selection or the last dictation.
    case instruction

    /// Whether what is said is typed.
    var isTyped: Bool { self == .text || self == .submission }
}
