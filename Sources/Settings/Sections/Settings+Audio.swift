public import Dictation

extension Settings {
    /// `[audio]`
    public struct Audio: SettingsKeys {
        public static let section = "audio"
        public static let documentation = "The microphone."
        public static let declared = Self()

        /// An ALSA PCM.
        public let device = SettingsKey<String>(
            "device", "default", .string(such: "pulse"),
            """
            The microphone, by a name that `utter devices` lists: "default", a source of
            PulseAudio or PipeWire ("pulse:alsa_input.usb-…"), an ALSA device
            ("hw:CARD=PCH,DEV=0").
            """)
        /// 0 for no limit.
        public let silenceLimit = SettingsKey<Duration>(
            "silence_limit", .seconds(8), .duration(.zero ... .seconds(3600)),
            """
            Dictation stops after this time without speech, from "0s" (never) to "1h", but
            not while you hold its key. Times are written as "300ms", "8s", "5m" or "1h".
            """)
        /// The same for a dictation that stays on; 0 for no limit.
        public let continuousSilenceLimit = SettingsKey<Duration>(
            "continuous_silence_limit", .seconds(60), .duration(.zero ... .seconds(3600)),
            """
            A dictation that stays on (the hotkey's mode "continuous", `utter start
            --continuous`) ends after this time without speech, from "0s" (never) to "1h".
            """)
        public let maxLength = SettingsKey<Duration>(
            "max_length", .seconds(300), .duration(.seconds(1) ... .seconds(3600)),
            """
            The longest dictation, from "1s" to "1h". What was said until then is typed.
            """)
        public let sounds = SettingsKey<Bool>(
            "sounds", false, .boolean,
            """
            A short sound when recording begins, and another when it has ended. Nothing is
            recorded while the first one sounds, so speak after it.
            """)
        public let tone = SettingsKey<CueTone>(
            "tone", .notes, .anyCase,
            """
            How these sounds sound: "notes", "bell" or "wood". Each change is heard at once.
            """)
        public let volume = SettingsKey<CueVolume>(
            "volume", .medium, .anyCase,
            """
            How loud they are: "quiet", "medium" or "loud".
            """)
        /// Whether quiet speech is amplified for the recogniser.
        public let normalize = SettingsKey<Bool>(
            "normalize", false, .boolean,
            """
            Make quiet speech louder before it is recognised: slowly, and by 18 dB at most.
            """)
        /// Whether the microphone stays open between dictations.
        public let keepOpen = SettingsKey<Bool>(
            "keep_open", false, .boolean,
            """
            Keep the microphone open between dictations, so that each begins at once.
            Nothing is recorded meanwhile, but the desktop may show the microphone as in
            use, no other program can use it if it is a "hw:" device, and a Bluetooth
            headset stays in its headset profile.
            """)
        /// The length of the preroll buffer; 0 for none.
        public let preroll = SettingsKey<Duration>(
            "preroll", .zero, .duration(.zero ... .seconds(1)),
            """
            Begin each dictation with the sound of this time before the key, from "0s" to
            "1s". Above 0 the microphone listens all the time: the last sound of this
            length is kept in memory, and only there. `utter status` says so.
            """)
        public let music = SettingsKey<Music>(
            "music", .leave, .anyCase,
            """
            What happens to music that plays (in players with MPRIS, as most have) while you
            dictate: "leave", "pause", or "lower" its volume.
            """)

        /// How music is handled during a recording.
        public enum Music: String, Hashable, Sendable, CaseIterable {
            case leave, pause, lower
        }
    }
}
