import Consent
import Dictation
import DictationParts
import LinuxRuntime
import Settings
import TextCleanup

// What mends the text, as the settings name it.

extension Settings {
    /// Nil if nothing does.
    @EventLoopActor
    func cleaner() throws -> (any TextCleaner)? {
        switch text.cleanup.engine {
        case "server": return ServerCleaner(try cleanupServer())
        case "command":
            do throws(Problem) {
                return try CommandCleaner(
                    arguments: text.cleanup.command, limit: text.cleanup.timeLimit)
            } catch {
                throw self.error(with: "text.cleanup.command", error)
            }
        default: return nil
        }
    }

    func cleanupServer() throws -> CleanupServer {
        do throws(Problem) {
            let address = try ServerAddress(text.cleanup.server, for: .cleanup)
            try address.checkTransport()
            var server = CleanupServer(address: address, limit: text.cleanup.timeLimit)
            server.model = text.cleanup.serverModel
            server.keyFile = text.cleanup.serverKey
            server.authorities = text.cleanup.serverCertificates
            if let instructions = text.cleanup.instructions { server.instructions = instructions }
            return server
        } catch {
            throw self.error(with: "text.cleanup.server", error)
        }
    }
}
