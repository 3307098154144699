public import DictationParts
import Problems
public import Settings
public import SpeechEngines
import VoiceNetwork

/// The engine `command`.
public struct CommandEngine: Engine {
    public typealias Keys = CommandSettings

    public init() {}

    public var title: String { "A program of yours" }

    public func configuration(
        for settings: Settings, among models: SpeechModels
    ) throws -> CommandConfiguration {
        do throws(Problem) {
            var command = try CommandConfiguration(
                arguments: settings[Keys.self].command,
                language: settings.recognizer.fixedLanguage, limit: settings.recognitionLimit)
            command.voice = NetworkWeights.installed
            return command
        } catch {
            throw settings.error(with: "\(Keys.section).command", error)
        }
    }

    public func recognizer(_ configuration: CommandConfiguration) -> any SpeechRecognizer {
        CommandRecognizer(configuration)
    }
}
