extension Settings {
    /// `[history]`
    public struct History: SettingsKeys {
        public static let section = "history"
        public static let documentation = "Which dictations are kept, where, and how long."
        public static let declared = Self()

        /// How many transcripts are kept, from 0 to 1000; with 0, nothing is kept anywhere.
        public let keep = SettingsKey<Int>(
            "keep", 20, .integer(0...1000),
            """
            How many texts to keep for `utter last`, `utter copy` and `utter retype`, from 0 to
            1000. With 0, nothing is kept, in memory or on disk, and nothing is recovered.
            """)
        /// Whether they are also kept on disk.
        public let disk = SettingsKey<Bool>(
            "disk", false, .boolean,
            """
            Keep them on disk, too, in ~/.local/state/utter/history.jsonl, which only you may
            read. Without it, they are in memory until the daemon ends. `utter history clear`
            removes them from both.
            """)
        /// How long they are kept on disk, from 1 to 3650 days.
        public let days = SettingsKey<Int>(
            "days", 30, .integer(1...3650),
            """
            How many days a text is kept on disk, from 1 to 3650. The older ones are removed at
            the daemon's start and at the next dictation.
            """)
        /// The size of the file, from 1 to 100 megabytes.
        public let size = SettingsKey<Int>(
            "size", 1, .integer(1...100),
            """
            The largest size of that file in MB, from 1 to 100. The oldest texts are removed first.
            """)
        /// Whether the sound of the current dictation is kept in case of a crash.
        public let recovery = SettingsKey<Bool>(
            "recovery", true, .boolean,
            """
            Keep the sound of the dictation under way in memory ($XDG_RUNTIME_DIR), where it
            outlives a crash, at most the first 35 minutes, and then its text while it is
            typed. They are removed when the dictation ends; after a crash, the next start
            recognises the sound and offers you the text, or the rest of it.
            """)
        /// Of how many dictations the sound is kept after their end, from 0 to 100.
        public let recordings = SettingsKey<Int>(
            "recordings", 5, .integer(0...100),
            """
            How many recordings of dictations to keep, from 0 to 100, for "correct that", `utter
            retry` and `utter history play`: in memory, until the daemon ends. All but the last
            have 35 minutes together at most. No more than `keep`; none with `recovery = false`.
            """)
    }
}
