public import Consent
import Problems
import RecognizerWholeUtterance
public import Settings
import TextCleanup

/// A server in the settings, and its purpose.
public struct ServerUse: Sendable {
    /// The name for `utter authorize`: the engine's, or `cleanup`.
    public let name: String
    public let address: ServerAddress
}

extension Settings {
    /// The servers that dictation uses, including those on this machine.
    public func serverUses() throws -> [ServerUse] {
        let engines = [recognizer.engine, recognizer.fallback]
        return (engines.contains("server") ? [try serverUse("server")] : [])
            + (cleanup.engine == "server" ? [try serverUse("cleanup")] : [])
    }

    /// The server with a name, used or not; nil if there is none.
    public func serverUse(named name: String) throws -> ServerUse? {
        Self.serverUseNames.contains(name) ? try serverUse(name) : nil
    }

    /// The names of all servers.
    public static let serverUseNames = ["server", "cleanup"]

    private func serverUse(_ name: String) throws -> ServerUse {
        let address = name == "cleanup" ? try cleanupServer().address : try server().address
        return ServerUse(name: name, address: address)
    }

    func server() throws -> ServerConfiguration {
        do throws(Problem) {
            let address = try ServerAddress(recognizer.server, for: .recognition)
            try address.checkTransport()
            var server = ServerConfiguration(address: address, limit: recognitionLimit)
            server.model = recognizer.serverModel
            server.language = recognizer.fixedLanguage
            server.prompt = recognizer.prompt
            server.keyFile = recognizer.serverKey
            server.authorities = recognizer.serverCertificates
            return server
        } catch {
            throw self.error(with: "recognizer.server", error)
        }
    }
}
