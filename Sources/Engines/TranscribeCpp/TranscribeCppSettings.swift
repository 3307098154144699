public import Settings

/// `[recognizer.transcribe-cpp]`
public struct TranscribeCppSettings: SettingsKeys {
    public static let section = "recognizer.transcribe-cpp"
    public static let documentation = "The engine transcribe.cpp, for the open models of today."
    public static let declared = Self()

    /// The device that computes.
    public enum Device: String, Hashable, Sendable, CaseIterable {
        case cpu, gpu
    }

    /// The method that tells speech from pauses.
    public enum SpeechDetection: String, Hashable, Sendable, CaseIterable {
        case network, loudness
    }

    /// The name of a file among the models, with or without its ending, or an absolute path; nil for
    /// a model of the language.
    public let model = SettingsKey<String?>(
        "model", nil,
        .optional(
            .string(such: "canary-180m-flash-Q8_0"),
            such: "\"canary-180m-flash-Q8_0\"", else: "the language's"),
        """
        The model: a file NAME.gguf or ggml-NAME.bin in ~/.local/share/utter/models, or
        anywhere by its full path. `utter models` lists them. Without it, the best that has the
        language:
        """)
    public let device = SettingsKey<Device>(
        "device", .cpu, .anyCase,
        """
        "cpu", or "gpu" where ggml's part for GPUs is put into the library's folder, which is
        not included. The engine may control the GPU then. Untried.
        """)
    public let speechDetection = SettingsKey<SpeechDetection>(
        "speech_detection", .network, .anyCase,
        """
        How pauses are found: "network" distinguishes speech from music, typing and a fan's
        noise; "loudness" takes for speech what is louder than the background.
        """)
    /// Nil for the number that fits the computer.
    public let threads = SettingsKey<Int?>(
        "threads", nil, .optional(.integer(1...64), such: "4", else: "as many as fit"),
        """
        How many threads compute. Without it, one for each core, up to eight:
        """)
}
