extension Settings {
    /// `[wake]`
    public struct Wake: SettingsKeys {
        public static let section = "wake"
        public static let documentation = "Dictation without hands: a phrase that starts it."
        public static let declared = Self()

        /// Nil: nothing is listened to between dictations.
        public let phrase = SettingsKey<String?>(
            "phrase", nil,
            .optional(.string(such: "hey computer"), such: "\"hey computer\"", else: "none"),
            """
            Saying this begins a dictation that stays on; “go to sleep”, or silence
            ([audio] continuous_silence_limit), ends it, and the phrase is listened for
            again. Two to six English words with 10 sounds or more. The microphone is
            then open all the time, which the overlay and “utter status” show; what it
            hears before the phrase is in memory only, and is lost at once. For example:
            """)
    }
}
