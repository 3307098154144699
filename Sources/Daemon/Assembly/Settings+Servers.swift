public import Consent
import EngineRegistry
public import Settings
import SpeechEngines
import TextCleanup

/// A server in the settings, and its purpose.
public struct ServerUse: Sendable {
    /// The name for `utter authorize`: the engine's, `cleanup`, or `selection`.
    public let name: String
    public let address: ServerAddress
}

extension Settings {
    /// The servers that dictation uses, including those on this machine.
    public func serverUses() throws -> [ServerUse] {
        let engines = [recognizer.engine, recognizer.fallback]
        let inUse = Engines.all.filter { $0.hasServer && engines.contains($0.name) }.map(\.name)
        return try (inUse + (cleanup.engine == "server" ? [Self.cleanupName] : []))
            .compactMap { try serverUse(named: $0) }
    }

    /// The server with a name, used or not; nil if there is none.
    public func serverUse(named name: String) throws -> ServerUse? {
        let address: ServerAddress? =
            switch name {
            case Self.cleanupName: try cleanupServer().address
            case Self.selectionName: try cleanupServer().address.serving(.selection)
            default: try Engines.all.first { $0.name == name }?.server(self)
            }
        return address.map { ServerUse(name: name, address: $0) }
    }

    /// The names of all servers.
    public static let serverUseNames =
        Engines.all.filter(\.hasServer).map(\.name)
        + [cleanupName, selectionName]

    private static let cleanupName = "cleanup"
    /// Only asked about by its name: without it, selected text stays here.
    private static let selectionName = "selection"
}
