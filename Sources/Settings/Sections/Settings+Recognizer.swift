extension Settings {
    /// `[recognizer]`
    public struct Recognizer: SettingsKeys {
        public static let section = "recognizer"
        public static let documentation = "What turns speech into words."
        public static let declared = Self()

        /// A name in the daemon's table of recognisers, which checks it.
        public let engine = SettingsKey<String>(
            "engine", "pocketsphinx", .string(such: "pocketsphinx"), """
            The recogniser: "pocketsphinx", "vosk", "command", a program of yours, or "server",
            a server on this machine or, with your consent, on another.
            """)
        /// Like `engine`; nil for none.
        public let fallback = SettingsKey<String?>(
            "fallback", nil,
            .optional(.string(such: "pocketsphinx"), such: "\"pocketsphinx\"", else: "none"), """
            The recogniser that gets the sound when the first one fails or is too slow.
            Without it, there is none:
            """)
        /// A BCP 47 tag; nil for the language that the engine detects or its model has.
        public let language = SettingsKey<String?>(
            "language", nil,
            .optional(.string(such: "de"), such: "\"de\"", else: "the engine's own"), """
            What is spoken, as "en" or "de-AT", or "layout": the language of the keyboard
            layout that is active when dictation starts. Without it, the engine finds out, or
            knows:
            """)
        /// The limit for each 30 s of speech, from its end.
        public let timeLimit = SettingsKey<Duration>(
            "time_limit", .seconds(20), .duration(.seconds(1) ... .seconds(600)), """
            How long the recogniser may take once you have stopped, for each 30 seconds that
            you spoke, from "1s" to "10m". Then the fallback gets the sound.
            """)
        /// Zero for never.
        public let unloadAfter = SettingsKey<Duration>(
            "unload_after", .seconds(600), .duration(.zero ... .seconds(86_400)), """
            How long a model on this machine stays in memory after a dictation, from "0s" (for
            good) to "24h". The next dictation loads it again, and misses nothing meanwhile.
            """)
        /// The program of the engine `command` and its arguments.
        public let command = SettingsKey<[String]>(
            "command", [], .arguments(such: "whisper-cli"), """
            The program of the engine "command" and its arguments, which prints the text:
            ["whisper-cli", "-m", "/path/to/model.bin", "-nt", "-l", "{language}", "-f",
            "{file}"]. {file} becomes the path of a WAV file, {language} the language or
            "auto"; without {file} the program gets the WAV on its standard input.
            """)
        /// The address of the engine `server`, which checks it.
        public let server = SettingsKey<String>(
            "server", "http://127.0.0.1:8080", .string(such: "http://127.0.0.1:8080"), """
            The server of the engine "server", which has the OpenAI transcription interface
            (whisper.cpp, speaches, LocalAI, vLLM): on this machine (127.0.0.1, [::1] or
            localhost), or elsewhere at https:// once `utter authorize` has asked you. The path
            /v1/audio/transcriptions is added, unless it has one that doesn't end in /v1.
            """)
        public let serverModel = SettingsKey<String>(
            "server_model", "whisper-1", .string(such: "whisper-1"), """
            The server's name of the model.
            """)
        /// An absolute path; nil for the environment variable UTTER_SERVER_KEY.
        public let serverKey = SettingsKey<String?>(
            "server_key", nil, .path(such: "~/.config/utter/server.key"), """
            A file with the key that the server asks for, which only you may read. Without it,
            the environment variable UTTER_SERVER_KEY, if there is one:
            """)
        /// An absolute path; nil for the system's.
        public let serverCertificates = SettingsKey<String?>(
            "server_ca", nil, .path(such: "~/ca.pem"), """
            A file of certificates to trust at https:// instead of the system's.
            """)
        /// Words that the server should expect; nil for none.
        public let prompt = SettingsKey<String?>(
            "prompt", nil,
            .optional(
                .string(such: "Names: Siobhan."),
                such: "\"Names: Siobhan.\"", else: "none"), """
            What the server is told beforehand: names and words to expect. Without it:
            """)
        /// An absolute path; nil for the engine's own.
        public let model = SettingsKey<String?>(
            "model", nil, .path(such: "/usr/share/pocketsphinx/model/en-us/en-us"), """
            The acoustic model: a directory. Paths may begin with ~ or be relative to
            this file. Without it, the one of Debian's package pocketsphinx-en-us:
            """)
        /// An absolute path; nil for the engine's own.
        public let dictionary = SettingsKey<String?>(
            "dictionary", nil,
            .path(such: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"), """
            The words and their sounds: a file. Without it, that of the same package:
            """)
        /// An absolute path; nil for the engine's own.
        public let languageModel = SettingsKey<String?>(
            "language_model", nil,
            .path(such: "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin"), """
            Which words follow which: a file. Without it, that of the same package:
            """)
        /// The name of a folder among the models, or an absolute path; nil for the model of the
        /// language.
        public let voskModel = SettingsKey<String?>(
            "vosk_model", nil,
            .optional(
                .string(such: "vosk-model-de-0.21"),
                such: "\"vosk-model-de-0.21\"", else: "the language's"), """
            The model of the engine "vosk": a folder in ~/.local/share/utter/models, or
            anywhere by its full path. `utter models` lists them. Without it, the one whose
            name has the language, or the only one:
            """)
        /// An absolute path; nil for the user's own or the system's.
        public let voskLibrary = SettingsKey<String?>(
            "vosk_library", nil, .path(such: "~/libvosk.so"), """
            Vosk's library. Without it, ~/.local/share/utter/libvosk.so or the system's:
            """)
        /// Passed to the engine unchanged; whole numbers in decimal, booleans as `true` and
        /// `false`.
        public let options = SettingsKey<[String: String]>(
            "options", [:], .options(such: "maxhmmpf = 3000"), """
            Passed on to the engine, which knows their names: strings, numbers, booleans.
            """)
    }
}
