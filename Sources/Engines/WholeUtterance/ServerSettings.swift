public import Settings

/// `[recognizer.server]`
public struct ServerSettings: SettingsKeys {
    public static let section = "recognizer.server"
    public static let documentation = "A server as the engine, on this machine or another."
    public static let declared = Self()

    /// When a server is asked for words.
    public enum Live: String, Hashable, Sendable, CaseIterable {
        /// While the user speaks if it is on this machine, else at the end.
        case auto
        case on, off
    }

    /// The engine checks it.
    public let url = SettingsKey<String>(
        "url", "http://127.0.0.1:8080", .string(such: "http://127.0.0.1:8080"),
        """
        The address of a server with the OpenAI transcription interface (whisper.cpp,
        speaches, LocalAI, vLLM): on this machine (127.0.0.1, [::1] or localhost), or
        elsewhere at https:// once `utter authorize` has asked you. The path
        /v1/audio/transcriptions is added, unless it has one that doesn't end in /v1.
        """)
    public let model = SettingsKey<String>(
        "model", "whisper-1", .string(such: "whisper-1"),
        """
        The server's name of the model.
        """)
    /// An absolute path; nil for the environment variable UTTER_SERVER_KEY.
    public let key = SettingsKey<String?>(
        "key", nil, .path(such: "~/.config/utter/server.key", else: "UTTER_SERVER_KEY, or none"),
        """
        A file with the key that the server asks for, which only you may read. Without it,
        the environment variable UTTER_SERVER_KEY, if there is one:
        """)
    /// An absolute path; nil for the system's.
    public let certificates = SettingsKey<String?>(
        "ca", nil, .path(such: "~/ca.pem", else: "the system's"),
        """
        A file of certificates to trust at https:// instead of the system's.
        """)
    public let live = SettingsKey<Live>(
        "live", .auto, .anyCase,
        """
        Whether words show while you speak: the server gets each utterance at the pause
        after it, and the unfinished one again each second. "auto": if it is on this
        machine; "on": anywhere, even if each request costs money or your link is slow;
        "off": it gets all sound at the end. If it can send its words as it finds them
        (stream=true), they show after the end in any case but "off".
        """)
    public let realtime = SettingsKey<Bool>(
        "realtime", false, .boolean,
        """
        Whether the server is asked in the realtime form of OpenAI's interface: it gets the
        sound while you speak, and words come as it finds them. It needs a model made for it
        and a libcurl with WebSockets: Debian 13's. Untried with OpenAI's own service. The
        path is /v1/realtime, unless "url" has one that doesn't end in /v1.
        """)
    /// Words that the server should expect; nil for none.
    public let prompt = SettingsKey<String?>(
        "prompt", nil,
        .optional(
            .string(such: "Names: Siobhan."), such: "\"Names: Siobhan.\"", else: "none"),
        """
        Names and words the server should expect. For example:
        """)
}
