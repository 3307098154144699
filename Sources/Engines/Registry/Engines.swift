import RecognizerPocketSphinx
import RecognizerTranscribeCpp
import RecognizerVosk
import RecognizerWholeUtterance
public import Settings
public import SpeechEngines

/// The engines that are built in.
public enum Engines {
    /// The best first. This is the order of the choice among them, and of the sections in the
    /// configuration.
    public static let all: [any Engine] = [
        TranscribeCpp(),
        Vosk(),
        PocketSphinx(),
        CommandEngine(),
        ServerEngine(),
    ]

    /// The sections of a configuration file, with the engines'.
    public static let schema = SettingsSchema(engines: all.map(\.keys))

    /// Recorded speech for demonstrations, with the Debian package that brings it.
    public static let recordedSpeech = (
        folder: "/usr/share/pocketsphinx/test/data/librivox", package: "pocketsphinx-testdata"
    )
}

extension SpeechModels {
    /// The models of the engines that are built in.
    public init(environment: (String) -> String? = Settings.environment) {
        self.init(of: Engines.all, environment: environment)
    }
}
