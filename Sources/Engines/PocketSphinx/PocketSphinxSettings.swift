public import Settings

/// `[recognizer.pocketsphinx]`
public struct PocketSphinxSettings: SettingsKeys {
    public static let section = "recognizer.pocketsphinx"
    public static let documentation = "The engine PocketSphinx, for short sentences."
    public static let declared = Self()

    /// An absolute path; nil for the model of the language, or Debian's.
    public let model = SettingsKey<String?>(
        "model", nil,
        .path(
            such: "/usr/share/pocketsphinx/model/en-us/en-us",
            else: "the engine's own"),
        """
        The acoustic model: a directory. Paths may begin with ~ or be relative to
        this file. Without it, the one of Debian's package pocketsphinx-en-us:
        """)
    /// An absolute path; nil for the one in the same folder.
    public let dictionary = SettingsKey<String?>(
        "dictionary", nil,
        .path(
            such: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict",
            else: "the engine's own"),
        """
        The words and their sounds: a file. Without it, the one in the same package:
        """)
    /// An absolute path; nil for the one in the same folder.
    public let languageModel = SettingsKey<String?>(
        "language_model", nil,
        .path(
            such: "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin",
            else: "the engine's own"),
        """
        Which words follow which: a file. Without it, the one in the same package:
        """)
    /// Passed to the engine unchanged; whole numbers in decimal, booleans as `true` and `false`.
    public let options = SettingsKey<[String: String]>(
        "options", [:], .options(such: "maxhmmpf = 3000"),
        """
        Passed on to the engine, which knows their names: strings, numbers, booleans.
        """)
}
