public import Dictation

extension Settings {
    /// `[text]`
    public struct Text: SettingsKeys {
        public static let section = "text"
        public static let documentation = "What happens to the words before they are typed."
        public static let declared = Self()

        public let raw = SettingsKey<Bool>(
            "raw", false, .boolean,
            """
            Type the words just as the engine gives them: nothing below applies then.
            """)
        /// A BCP 47 tag. The daemon knows the available languages and checks it.
        public let language = SettingsKey<String>(
            "language", "en", .string(such: "de"),
            """
            The language of the rules for text: "en", "de", or one for which there is a file
            ~/.local/share/utter/languages/NAME.toml; or "none": the engine's words are typed
            as they are. Without it, the dictation's language; none if there are no rules
            for that.
            """)
        public let numbers = SettingsKey<NumberStyle>(
            "numbers", .smart, .anyCase,
            """
            "words" as they are said, "digits", or "smart": words up to nine, digits from
            10 on and wherever there is a unit, money, per cent, a time, date or year.
            """)
        public let punctuation = SettingsKey<PunctuationStyle>(
            "punctuation", .auto, .anyCase,
            """
            "auto" ends sentences by itself: a full stop or question mark at the end of a
            dictation and at long pauses, unless the engine punctuates. None after a
            lone word, in fields of one word, and in terminals unless a profile for them
            says so. "spoken": only the marks that you say.
            """)
        /// Whether spoken punctuation and commands are carried out.
        public let spokenMarks = SettingsKey<Bool>(
            "spoken_marks", true, .boolean,
            """
            Whether "comma", "new line", "scratch that" and the like are obeyed.
            """)
        public let codeNames = SettingsKey<CodeNames>(
            "code_names", .auto, .anyCase,
            """
            Where "camel case foo bar" is fooBar, and "snake case", "kebab case", "pascal case"
            and "constant case" make names likewise: "anywhere"; "alone", as the whole of a
            sentence; or "auto": anywhere in terminals and editors for code, alone elsewhere.
            """)
        /// The words before an editing command; nil if pauses around it are enough.
        public let commandPrefix = SettingsKey<String?>(
            "command_prefix", nil,
            .optional(.string(such: "computer"), such: "\"computer\"", else: "a pause around it"),
            """
            The word that makes the words after it an editing command, as in “computer, delete
            last word”. Without it, an utterance that is a command as a whole is one:
            """)
        /// Whether “at three, no wait, at four” is “at four”.
        public let corrections = SettingsKey<Bool>(
            "corrections", true, .boolean,
            """
            Carry out corrections in mid-sentence: "at three, no wait, at four" is "at four",
            "ten, I mean twelve" is "twelve". “I meant the words” types what you said.
            """)
        /// Whether "um" is left out.
        public let removeFillers = SettingsKey<Bool>(
            "remove_fillers", true, .boolean,
            """
            Leave out "um" and "uh", but not within a quotation.
            """)
        /// Whether "the the" is written once.
        public let removeRepetitions = SettingsKey<Bool>(
            "remove_repetitions", true, .boolean,
            """
            Write a small word once if it was said twice in a row: "the the".
            """)
        public let capitals = SettingsKey<Bool>(
            "capitals", true, .boolean,
            """
            Begin sentences and names with a capital.
            """)
        /// Whether quotation marks and dashes are typographic.
        public let typographic = SettingsKey<Bool>(
            "typographic", true, .boolean,
            """
            Write “ ” — … rather than " " -- ... which every keyboard layout has.
            """)
        /// The kinds of windows for which text is plain.
        public let plainIn = SettingsKey<[String]>(
            "plain_in", ["terminals"], .names(["terminals", "code-editors"]),
            """
            The windows in which text is plain, without capitals, typographic marks and full
            stops at the end, unless a profile for them says so: "terminals",
            "code-editors".
            """)
        public let spacing = SettingsKey<TextSpacing>(
            "spacing", .auto, .anyCase,
            """
            The spaces around a dictation: "auto", those that the text around the cursor
            needs, and where that is unknown as "trailing"; "trailing", one after it, so that
            the next dictation, or what you type, does not stick to it; "leading", one
            before it; "none". A comma or full stop that you say next takes the place of
            one. Terminals get none, unless a profile for them says so.
            """)
        public let replace = SettingsKey<[Replacement]>(
            "replace", [], .replacements,
            """
            What to write instead of a word or phrase, or, in the finished text, of a
            pattern (a regular expression without back references; $1 is its first group):
            [[text.replace]]
            say = "jason"
            write = "JSON"
            `exact = true` keeps the first letter small at the start of a sentence.
            """)
        /// Names in their spelling, with their sounds in the engine's notation, or "".
        public let words = SettingsKey<[String: String]>(
            "words", [:], .texts(such: #"Siobhan = "SH IH V AO N""#),
            """
            Names as they are written, with their sounds in the alphabet of the engine's
            dictionary if it has one, or "" where it knows the word. A Whisper model
            writes one where it sounds like what was heard.
            """)
        /// Spoken phrases, and the text that is written for each.
        public let snippets = SettingsKey<[String: String]>(
            "snippets", [:], .texts(such: #""my address" = "1 Main Street, Springfield""#),
            """
            Texts that are written for a word or phrase.
            """)
    }

    /// A rule of the user's dictionary.
    public struct Replacement: Hashable, Sendable {
        public enum Subject: Hashable, Sendable {
            /// A word or phrase as it is spoken.
            case say(String)
            /// A regular expression; the part that uses it checks it.
            case pattern(String)
        }

        public var subject: Subject
        public var write: String
        /// Whether the text keeps its first letter at the start of a sentence; nil for: if it has a
        /// capital.
        public var exact: Bool?

        public init(subject: Subject, write: String, exact: Bool? = nil) {
            (self.subject, self.write, self.exact) = (subject, write, exact)
        }
    }
}
