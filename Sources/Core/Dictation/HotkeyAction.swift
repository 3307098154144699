/// The purpose of a hotkey.
public enum HotkeyAction: String, Hashable, Sendable, CaseIterable {
    /// Start and stop a dictation.
    case dictate
    /// The same, and press Enter after its text.
    case submit
    /// The same, for a single utterance that is a command.
    case command
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
}
