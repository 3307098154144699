extension Settings {
    /// `[text.cleanup]`
    public struct Cleanup: SettingsKeys {
        public static let section = "text.cleanup"
        public static let documentation = "Clean-up of the text by a language model or a program."
        public static let declared = Self()

        /// `none`, `server` or `command`.
        public let engine = SettingsKey<String>(
            "engine", "none", .word(["none", "server", "command"]),
            """
            "none", "server" (a language model) or "command" (your own program). Its answer is
            used if it stays close to what you said; otherwise the text is typed unchanged.
            """)
        /// Whether each dictation is cleaned up by the engine `server`.
        public let automatic = SettingsKey<Bool>(
            "automatic", true, .boolean,
            """
            Whether the server cleans up each dictation; with false it only rewrites what you
            ask it to: “make that shorter”.
            """)
        public let timeLimit = SettingsKey<Duration>(
            "time_limit", .seconds(2), .duration(.milliseconds(100) ... .seconds(60)),
            """
            How long it may take, from "100ms" to "1m". Then the text is typed as it was.
            """)
        /// The limit for a text that is rewritten.
        public let rewriteTimeLimit = SettingsKey<Duration>(
            "rewrite_time_limit", .seconds(30), .duration(.seconds(1) ... .seconds(300)),
            """
            How long the server may take to rewrite a text when you ask it to, from "1s" to
            "5m".
            """)
        /// The instructions for the model; nil for the program's own.
        public let instructions = SettingsKey<String?>(
            "instructions", nil,
            .optional(
                .text(such: "Write British English."),
                such: "\"Write British English.\"", else: "the program's own"),
            """
            The instruction for the model, instead of the program's own words:
            """)
        /// The address of the engine `server`, which checks it.
        public let server = SettingsKey<String>(
            "server", "http://127.0.0.1:8080", .string(such: "http://127.0.0.1:8080"),
            """
            The server of the engine "server", which has the OpenAI chat interface
            (llama.cpp, Ollama, vLLM). The path /v1/chat/completions is added, unless it has
            one that doesn't end in /v1.
            """)
        public let serverModel = SettingsKey<String>(
            "server_model", "default", .string(such: "llama3.2"),
            """
            The server's name of the model.
            """)
        /// An absolute path; nil for the environment variable UTTER_CLEANUP_KEY.
        public let serverKey = SettingsKey<String?>(
            "server_key", nil,
            .path(such: "~/.config/utter/cleanup.key", else: "UTTER_CLEANUP_KEY, or none"),
            """
            A file with the key that the server asks for, which only you may read. Without it,
            the environment variable UTTER_CLEANUP_KEY, if there is one:
            """)
        /// An absolute path; nil for the system's.
        public let serverCertificates = SettingsKey<String?>(
            "server_ca", nil, .path(such: "~/ca.pem", else: "the system's"),
            """
            A file of certificates to trust at https:// instead of the system's.
            """)
        /// The program of the engine `command` and its arguments.
        public let command = SettingsKey<[String]>(
            "command", [], .arguments(such: "correct"),
            """
            The program of the engine "command" and its arguments. It gets the text on its
            standard input and prints the corrected text.
            """)
        /// Phrases of the user's own, and the model's instruction for each.
        public let rewrites = SettingsKey<[String: String]>(
            "rewrites", [:],
            .texts(such: #""make that a haiku" = "Write it as a haiku.""#),
            """
            Your own phrases, besides “make that shorter” and the like, and the server's
            instruction for each.
            """)
    }
}
