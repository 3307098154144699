public import Dictation

extension Settings {
    /// `[announce]`
    public struct Announce: SettingsKeys {
        public static let section = "announce"
        public static let documentation = "What utter says aloud, through speech-dispatcher."
        public static let declared = Self()

        public let say = SettingsKey<AnnouncedDetail>(
            "say", .off, .anyCase,
            """
            "states" (“Listening”, “Inserted”, and what went wrong with what to do),
            "words" (the same, and what was typed in the place of “Inserted”), or "off".
            Nothing is recorded while something is said, so speak after “Listening”, and in a
            dictation that stays on after what is said of a command; that waits while you
            speak. “Read that” says the selection or the last text whatever this is.
            """)
    }
}
