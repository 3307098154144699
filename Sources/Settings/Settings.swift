public import Dictation

/// What the person chose, checked. A fresh value holds the defaults.
///
/// `Settings+Schema.swift` says what each key is called, what it takes and what it is for.
public struct Settings: Sendable {
    public struct Hotkey: Hashable, Sendable {
        /// Who watches for the keys.
        public enum Source: String, Hashable, Sendable, CaseIterable {
            case auto, evdev, portal
        }

        public var enabled = true
        public var source = Source.auto
        /// A chord. The hotkey backend knows the names of the keys and checks them.
        public var dictate = "KEY_RIGHTCTRL"
        public var mode = HotkeyBinding.Mode.toggle
        /// The chord that cancels while something is being dictated; empty for none.
        public var cancel = "Escape"
        /// A shorter press is a tap, in mode `auto`.
        public var tap = Duration.milliseconds(300)
        /// From one tap to the next, in mode `double`.
        public var doubleTap = Duration.milliseconds(350)
        /// Further chords with their own modes.
        public var binding: [Binding] = []

        public struct Binding: Hashable, Sendable {
            public var keys: String
            public var mode: HotkeyBinding.Mode
            /// What it starts is made with these. A profile of that name is there.
            public var choice: DictationOverrides

            public init(
                keys: String, mode: HotkeyBinding.Mode, choice: DictationOverrides = .automatic
            ) {
                self.keys = keys
                self.mode = mode
                self.choice = choice
            }
        }
    }

    public struct Audio: Hashable, Sendable {
        /// An ALSA PCM.
        public var device = "default"
        /// 0 means never.
        public var silenceLimit = Duration.seconds(8)
        public var maxLength = Duration.seconds(300)
        public var sounds = false
        /// Whether quiet speech is made louder for the recogniser.
        public var normalize = false
        /// Whether the microphone stays open between dictations.
        public var keepOpen = false
        /// What was heard before the start and belongs to the dictation; 0 for nothing.
        public var preroll = Duration.zero
        public var music = Music.leave

        /// What becomes of music during a recording.
        public enum Music: String, Hashable, Sendable, CaseIterable {
            case leave, pause, lower
        }
    }

    public struct Recognizer: Hashable, Sendable {
        /// A name in the daemon's table of recognisers, which checks it.
        public var engine = "pocketsphinx"
        /// As `engine`; nil for none.
        public var fallback: String?
        /// A BCP 47 tag; nil for what the engine finds out or its model has.
        public var language: String?
        /// For each 30 s of speech, once it is over.
        public var timeLimit = Duration.seconds(20)
        /// The program of the engine `command` and its arguments.
        public var command: [String] = []
        /// The address of the engine `server`, which checks it.
        public var server = "http://127.0.0.1:8080"
        public var serverModel = "whisper-1"
        /// Absolute; nil means the environment variable UTTER_SERVER_KEY.
        public var serverKey: String?
        /// Absolute; nil means the system's.
        public var serverCertificates: String?
        /// What the server is told beforehand; nil for nothing.
        public var prompt: String?
        /// Absolute; nil means the engine's own.
        public var model: String?
        /// Absolute; nil means the engine's own.
        public var dictionary: String?
        /// Absolute; nil means the engine's own.
        public var languageModel: String?
        /// The name of a folder among the models, or an absolute path; nil for the one of the
        /// language.
        public var voskModel: String?
        /// Absolute; nil for the person's own or the system's.
        public var voskLibrary: String?
        /// Passed to the engine as they are; whole numbers in decimal, booleans as `true` and
        /// `false`.
        public var options: [String: String] = [:]
    }

    public struct Text: Hashable, Sendable {
        public var raw = false
        /// BCP 47. The daemon knows which there are and checks it.
        public var language = "en"
        public var numbers = NumberStyle.smart
        /// Whether spoken punctuation and commands are obeyed.
        public var spokenMarks = true
        /// Whether "um" is left out.
        public var removeFillers = true
        /// Whether "the the" is written once.
        public var removeRepetitions = true
        public var capitals = true
        /// Whether quotation marks and dashes are those of typographers.
        public var typographic = true
        /// Whether a space follows a dictation.
        public var trailingSpace = true
        public var replace: [Replacement] = []
        /// Names as they are written, with their sounds as the engine writes them, or "".
        public var words: [String: String] = [:]
        /// What is said, and the text that is written for it.
        public var snippets: [String: String] = [:]
        public var cleanup = Cleanup()
    }

    /// What cleans up the text that the rules made.
    public struct Cleanup: Hashable, Sendable {
        /// `none`, `server` or `command`.
        public var engine = "none"
        public var timeLimit = Duration.seconds(2)
        /// What the model is told; nil for the program's own words.
        public var instructions: String?
        /// The address of the engine `server`, which checks it.
        public var server = "http://127.0.0.1:8080"
        public var serverModel = "default"
        /// Absolute; nil means the environment variable UTTER_CLEANUP_KEY.
        public var serverKey: String?
        /// Absolute; nil means the system's.
        public var serverCertificates: String?
        /// The program of the engine `command` and its arguments.
        public var command: [String] = []
    }

    /// A rule of the person's dictionary.
    public struct Replacement: Hashable, Sendable {
        public enum Subject: Hashable, Sendable {
            /// A word or phrase as it is said.
            case say(String)
            /// A regular expression; the part that matches with it checks it.
            case pattern(String)
        }

        public var subject: Subject
        public var write: String
        /// Whether the text keeps its first letter at the start of a sentence; nil: if it has
        /// a capital.
        public var exact: Bool?
    }

    public struct Output: Hashable, Sendable {
        /// Names in the daemon's table of sinks, which checks them; empty means automatic.
        public var sinks: [String] = []
        /// The layout of the virtual keyboard: `de`, `us(intl)+ru`. The sink checks it; nil to
        /// ask the session.
        public var layout: String?
        /// How long the virtual keyboard holds each key down; nil for what suits the desktop.
        public var keyHold: Duration?
        public var pasteChord = PasteChord.shiftInsert
        public var lineBreaks = TypableText.LineBreaks.space
        public var commit = CommitTime.end
        public var tabs = TypableText.Tabs.space
        /// The keys that may be pressed by voice.
        public var keys: [String] = []
        /// What becomes of the text if the focus has moved.
        public var focus = FocusPolicy.hold
    }

    public struct Overlay: Hashable, Sendable {
        public var enabled = true
        /// One of nine places on the monitor: `bottom`, `top-left`, …
        public var position = "bottom"
        /// From the monitor's edge, in logical pixels from 0 to 1000.
        public var margin = 48
        /// In per cent, from 50 to 300.
        public var size = 100
        /// `auto`, `dark` or `light`.
        public var theme = "auto"
        /// A font family, or `auto`.
        public var font = "auto"
        /// `auto`, `full` or `reduced`.
        public var motion = "auto"
        public var announce = false
        /// Whether errors become desktop notifications where there is no overlay.
        public var notifications = true
    }

    public struct History: Hashable, Sendable {
        /// Transcripts, from 0 to 1000; with 0, nothing is kept anywhere.
        public var keep = 20
        /// Whether they are on disk, too.
        public var disk = false
        /// How long they are on disk, from 1 to 3650 days.
        public var days = 30
        /// Of the file, from 1 to 100 megabytes.
        public var size = 1
        /// Whether the sound of the dictation under way is kept against a crash.
        public var recovery = true
    }

    public var hotkey = Hotkey()
    public var audio = Audio()
    public var recognizer = Recognizer()
    public var text = Text()
    public var output = Output()
    public var overlay = Overlay()
    public var history = History()
    /// In the order of the file; each has a name of its own.
    public var profiles: [Profile] = []

    /// The file that these settings were read from; nil if there was none.
    public internal(set) var file: String?

    /// Where each value of the file stands: `hotkey.dictate`, and for parts of a value
    /// `output.sinks[0]` and `recognizer.options.maxhmmpf`.
    var places: [String: SettingsPlace] = [:]

    /// The defaults.
    public init() {}

    /// Where the file gives a value, as `hotkey.dictate`, `output.sinks[0]` or
    /// `recognizer.options.maxhmmpf`; nil if the value is the default.
    public func place(of key: String) -> SettingsPlace? {
        places[key]
    }

    /// A problem that only the part which uses a value can see, such as a key name that no
    /// keyboard has: with the value's place, and a suggestion if a name of `names` is like
    /// `value`. `key` as in `place(of:)`.
    public func problem(
        with key: String, reason: String, value: String = "", names: some Sequence<String> = []
    ) -> SettingsProblem {
        let place = place(of: key)
        let parts = key.split(separator: ".", omittingEmptySubsequences: false)
        let head = parts.prefix(2).joined(separator: ".")
        let isDeep = head == "recognizer.options" || Self.schema.contains { $0.name == head }
        let split = min(isDeep ? 2 : 1, parts.count - 1)
        return SettingsProblem(
            file: place?.file ?? file ?? "default settings",
            line: place?.line, column: place?.column,
            section: split > 0 ? parts[..<split].joined(separator: ".") : nil,
            key: parts[split...].joined(separator: "."),
            reason: reason,
            suggestion: value.isEmpty ? nil : Spelling.nearest(to: value, among: names))
    }
}
