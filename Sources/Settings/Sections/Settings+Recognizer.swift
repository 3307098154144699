public import Dictation

extension Settings {
    /// `[recognizer]`
    public struct Recognizer: SettingsKeys {
        public static let section = "recognizer"
        public static let documentation = "The engine that turns speech into words."
        public static let declared = Self()

        /// The value of `engine` that leaves the choice to the program.
        public static let automatic = "auto"

        /// The name of an engine, which the registry of engines checks, or ``automatic``.
        public let engine = SettingsKey<String>(
            "engine", automatic, .string(such: automatic),
            """
            The engine: the last part of the name of one of the sections below, or "auto":
            the first of them that has a model of your language. `utter doctor` says which.
            """)
        /// Like `engine`; nil for none.
        public let fallback = SettingsKey<String?>(
            "fallback", nil,
            .optional(.string(such: "NAME"), such: "\"NAME\"", else: "none"),
            """
            The engine that gets the sound when the first one fails or is too slow. Without it,
            there is none:
            """)
        /// A BCP 47 tag; nil for the language of `[text]`, the locale, or the model.
        public let language = SettingsKey<String?>(
            "language", nil,
            .optional(.string(such: "de"), such: "\"de\"", else: "the locale's"),
            """
            What is spoken, as "en" or "de-AT", or "layout": the language of the keyboard
            layout that is active when dictation starts. Without it, [text]'s if it is
            set, else your locale's, else English. `utter doctor` says which:
            """)
        public let context = SettingsKey<ContextUse>(
            "context", .auto, .anyCase,
            """
            Whether a Whisper model on this machine gets the text around the cursor and the
            window's title, so that it writes names as they are written there: "auto", or
            "off". Never in fields for passwords and in terminals, and no server gets it.
            """)
        public let translate = SettingsKey<Bool>(
            "translate", false, .boolean,
            """
            Whether what you say is written in English, whatever language you speak. Whisper
            models that know several languages translate; engines and models that can't are refused.
            """)
        /// The limit for each 30 s of speech, from its end.
        public let timeLimit = SettingsKey<Duration>(
            "time_limit", .seconds(20), .duration(.seconds(1) ... .seconds(600)),
            """
            How long the engine may take once you have stopped, for each 30 seconds that
            you spoke, from "1s" to "10m". Then the fallback gets the sound.
            """)
        /// Zero for never.
        public let unloadAfter = SettingsKey<Duration>(
            "unload_after", .seconds(600), .duration(.zero ... .seconds(86_400)),
            """
            How long a model on this machine stays in memory after a dictation, from "0s" (for
            good) to "24h". The next dictation loads it again, and misses nothing meanwhile.
            """)
    }
}
