public import Consent
public import DictationParts
import LinuxRuntime
import Problems
public import Settings
public import SpeechEngines
import SystemPackage
import VoiceNetwork

/// The engine `server`.
public struct ServerEngine: Engine {
    public typealias Keys = ServerSettings

    public init() {}

    public var title: String { "A server of yours" }

    public var hasServer: Bool { true }

    public func server(_ settings: Settings) throws -> ServerAddress? {
        try configuration(settings).address
    }

    public func configuration(
        for settings: Settings, among models: SpeechModels
    ) throws -> ServerConfiguration {
        try configuration(settings)
    }

    private func configuration(_ settings: Settings) throws -> ServerConfiguration {
        let chosen = settings[Keys.self]
        do throws(Problem) {
            let address = try ServerAddress(chosen.url, for: .recognition)
            try address.checkTransport()
            var server = ServerConfiguration(address: address, limit: settings.recognitionLimit)
            server.model = chosen.model
            server.language = settings.recognizer.fixedLanguage
            server.prompt = chosen.prompt
            server.keyFile = chosen.key
            server.authorities = chosen.certificates
            server.live = chosen.live
            server.isRealtime = chosen.realtime
            server.voice = NetworkWeights.installed
            return server
        } catch {
            throw settings.error(with: "\(Keys.section).url", error)
        }
    }

    public func recognizer(_ configuration: ServerConfiguration) -> any SpeechRecognizer {
        ServerRecognizer(configuration)
    }
}
