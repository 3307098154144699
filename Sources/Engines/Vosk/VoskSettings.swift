public import Settings

/// `[recognizer.vosk]`
public struct VoskSettings: SettingsKeys {
    public static let section = "recognizer.vosk"
    public static let documentation = "The engine Vosk, with models of twenty languages."
    public static let declared = Self()

    /// The name of a folder among the models, or an absolute path; nil for the model of the
    /// language.
    public let model = SettingsKey<String?>(
        "model", nil,
        .optional(
            .string(such: "vosk-model-de-0.21"),
            such: "\"vosk-model-de-0.21\"", else: "the language's"),
        """
        The model: a folder in ~/.local/share/utter/models, or anywhere by its full path.
        `utter models` lists them. Without it, the one whose name has the language, or the
        only one:
        """)
    /// An absolute path; nil for the user's own or the system's.
    public let library = SettingsKey<String?>(
        "library", nil, .path(such: "~/libvosk.so", else: "your own, or the system's"),
        """
        Vosk's library. Without it, ~/.local/share/utter/libvosk.so or the system's:
        """)
}
