public import Settings

/// `[recognizer.command]`
public struct CommandSettings: SettingsKeys {
    public static let section = "recognizer.command"
    public static let documentation = "Your own program as the engine."
    public static let declared = Self()

    /// The program and its arguments.
    public let command = SettingsKey<[String]>(
        "command", [], .arguments(such: "whisper-cli"),
        """
        The program and its arguments, which prints the text: ["whisper-cli", "-m",
        "/path/to/model.bin", "-nt", "-l", "{language}", "-f", "{file}"]. {file} becomes the
        path of a WAV file, {language} the language or "auto"; without {file} the program
        gets the WAV on its standard input.
        """)
}
