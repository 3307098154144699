import Settings

/// `[recognizer.toy]`
struct ToySettings: SettingsKeys {
    static let section = "recognizer.toy"
    static let documentation = "The engine that hears the same word in every sound."
    static let declared = Self()

    let word = SettingsKey<String>(
        "word", "beep", .string(such: "beep"),
        """
        The word that it hears.
        """)
}
