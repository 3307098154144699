import Dictation

extension Settings {
    /// The engines' keys, for `schema`.
    static let recognizerSection = SettingsSection("recognizer", "What turns speech into words.", [
        SettingsKey("engine", \.recognizer.engine, .string(such: "pocketsphinx"), """
            The recogniser: "pocketsphinx", "vosk", "command", a program of yours, or "server",
            a server on this machine or, with your consent, on another.
            """),
        SettingsKey(
            "fallback", \.recognizer.fallback,
            .optional(
                .string(such: "pocketsphinx"), such: "\"pocketsphinx\"", else: "none"), """
            The recogniser that gets the sound when the first one fails or is too slow.
            Without it, there is none:
            """),
        SettingsKey(
            "language", \.recognizer.language,
            .optional(.string(such: "de"), such: "\"de\"", else: "the engine's own"), """
            What is spoken, as "en" or "de-AT", or "layout": the language of the keyboard
            layout that is active when dictation starts. Without it, the engine finds out, or
            knows:
            """),
        SettingsKey(
            "time_limit", \.recognizer.timeLimit,
            .duration(.seconds(1) ... .seconds(600)), """
            How long the recogniser may take once you have stopped, for each 30 seconds that
            you spoke, from "1s" to "10m". Then the fallback gets the sound.
            """),
        SettingsKey("command", \.recognizer.command, .arguments(such: "whisper-cli"), """
            The program of the engine "command" and its arguments, which prints the text:
            ["whisper-cli", "-m", "/path/to/model.bin", "-nt", "-l", "{language}", "-f",
            "{file}"]. {file} becomes the path of a WAV file, {language} the language or
            "auto"; without {file} the program gets the WAV on its standard input.
            """),
        SettingsKey("server", \.recognizer.server, .string(such: "http://127.0.0.1:8080"), """
            The server of the engine "server", which has the OpenAI transcription interface
            (whisper.cpp, speaches, LocalAI, vLLM): on this machine (127.0.0.1, [::1] or
            localhost), or elsewhere at https:// once `utter authorize` has asked you. The path
            /v1/audio/transcriptions is added, unless it has one that doesn't end in /v1.
            """),
        SettingsKey(
            "server_model", \.recognizer.serverModel, .string(such: "whisper-1"), """
            The server's name of the model.
            """),
        SettingsKey(
            "server_key", \.recognizer.serverKey,
            .path(such: "~/.config/utter/server.key"), """
            A file with the key that the server asks for, which only you may read. Without it,
            the environment variable UTTER_SERVER_KEY, if there is one:
            """),
        SettingsKey(
            "server_ca", \.recognizer.serverCertificates, .path(such: "~/ca.pem"), """
            A file of certificates to trust at https:// instead of the system's.
            """),
        SettingsKey(
            "prompt", \.recognizer.prompt,
            .optional(
                .string(such: "Names: Siobhan."), such: "\"Names: Siobhan.\"",
                else: "none"), """
            What the server is told beforehand: names and words to expect. Without it:
            """),
        SettingsKey(
            "model", \.recognizer.model,
            .path(such: "/usr/share/pocketsphinx/model/en-us/en-us"), """
            The acoustic model: a directory. Paths may begin with ~ or be relative to
            this file. Without it, the one of Debian's package pocketsphinx-en-us:
            """),
        SettingsKey(
            "dictionary", \.recognizer.dictionary,
            .path(such: "/usr/share/pocketsphinx/model/en-us/cmudict-en-us.dict"), """
            The words and their sounds: a file. Without it, that of the same package:
            """),
        SettingsKey(
            "language_model", \.recognizer.languageModel,
            .path(such: "/usr/share/pocketsphinx/model/en-us/en-us.lm.bin"), """
            Which words follow which: a file. Without it, that of the same package:
            """),
        SettingsKey(
            "vosk_model", \.recognizer.voskModel,
            .optional(
                .string(such: "vosk-model-de-0.21"), such: "\"vosk-model-de-0.21\"",
                else: "the language's"), """
            The model of the engine "vosk": a folder in ~/.local/share/utter/models, or
            anywhere by its full path. `utter models` lists them. Without it, the one whose
            name has the language, or the only one:
            """),
        SettingsKey(
            "vosk_library", \.recognizer.voskLibrary, .path(such: "~/libvosk.so"), """
            Vosk's library. Without it, ~/.local/share/utter/libvosk.so or the system's:
            """),
        SettingsKey("options", \.recognizer.options, .options(such: "maxhmmpf = 3000"), """
            Passed on to the engine, which knows their names: strings, numbers, booleans.
            """),
    ])
}
