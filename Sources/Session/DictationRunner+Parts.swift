public import Dictation
public import DictationParts
public import SinkChains
public import TextEditing

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
        public var text = TextStyle()
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
    }
}
