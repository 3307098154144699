public import Dictation
public import DictationParts
public import Problems
public import TextProcessing

extension DictationRunner {
    /// The parts of a dictation.
    public struct Parts {
        public var audio: any AudioSource
        public let recognizer: any SpeechRecognizer
        public var sinks: SinkChain
        /// Plays sounds at the start and the end of recording, if the user wants them.
        public var cues: (any CuePlayer)?
        /// Says aloud what the user asked to hear. What it says isn't recorded.
        public var announcer: (any Announcer)?
        /// Cleans up the text, if the user wants that.
        public internal(set) var cleaner: (any TextCleaner)?
        /// Reports the focused window; nil if the desktop can't.
        public var windows: (any WindowFocus)?
        /// Returns the name of the active keyboard layout; nil if it is unknown.
        public var layoutName: (() async throws -> String)?
        /// Report whether the screen is locked.
        public var locks: [any ScreenLock] = []

        public init(
            audio: any AudioSource, recognizer: any SpeechRecognizer, sinks: SinkChain,
            cues: (any CuePlayer)? = nil, cleaner: (any TextCleaner)? = nil
        ) {
            self.audio = audio
            self.recognizer = recognizer
            self.sinks = sinks
            self.cues = cues
            self.cleaner = cleaner
        }
    }

    /// How text is made and kept.
    public struct Style: Sendable {
        /// Turns words into text; nil to type the recogniser's words unchanged.
        public var text: TextProcessor?
        public var lineBreaks = TypableText.LineBreaks.space
        /// Whether they are kept where the field is known to be text, whatever `lineBreaks` says.
        public var keepsLinesInText = false
        /// The kind of the window, which decides the effect of keys; nil if it is unknown.
        public var window: WindowKind?
        public var tabs = TypableText.Tabs.space
        /// The keys for bold and the like in the window.
        public var formatting = FormattingKeys.none
        /// The spaces around a dictation.
        public var spacing = TextSpacing.none
        /// Checks that the model's text is still what was said.
        public var cleanupCheck = CleanupCheck(.english)
        /// Whether a model can be asked to do something with a text.
        public var takesInstructions = false
        /// Gets each text, if the user wants that.
        public var hook: TextHook?
        /// The hotkeys: pressing them doesn't count as the user's typing.
        public var hotkeys: Set<HotkeyCode> = []
        public var historyLimit = 20
        /// Whether quiet speech is amplified for the recogniser.
        public var normalizes = true
        /// How a text is handled if the focus has moved.
        public var focus = FocusPolicy.hold
        /// How a dictation into a password field is handled.
        public var passwords = PasswordPolicy.refuse
        /// Whether the recogniser is told the text around the dictation.
        public var context = ContextUse.auto

        public init() {}

        /// A text without what isn't typed.
        func typable(_ text: String) -> TypableText {
            TypableText(cleaning: text, lineBreaks: lineBreaks, tabs: tabs)
        }

        /// How line breaks are typed into a field of this kind; nil if it is unknown.
        func lineBreaks(in field: FieldTraits?) -> TypableText.LineBreaks {
            guard let field else { return lineBreaks }
            return field.lineBreaks(keepsLinesInText && field.isText ? .keep : lineBreaks)
        }

        /// Whether a key may be pressed; those that move the cursor always may.
        func allows(_ key: EditingKey) -> Bool {
            switch key {
            case .right, .shiftRight, .home, .end: true
            case .bold, .italic, .underline: formatting.hasLetters
            case .enter, .tab, .escape, .pageBreak: text?.keys.contains(key) == true
            }
        }
    }

    /// The state of the recogniser's model.
    public enum RecognizerState: Hashable, Sendable {
        case loading, ready
        case failed(Problem)
    }
}
