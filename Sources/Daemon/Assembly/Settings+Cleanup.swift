import Consent
import DictationParts
import LinuxRuntime
import Problems
import Settings
import TextCleanup

// The clean-up from the settings.

extension Settings {
    /// Nil if there is none.
    @EventLoopActor
    func cleaner() throws -> (any TextCleaner)? {
        switch cleanup.engine {
        case "server": return ServerCleaner(try cleanupServer())
        case "command":
            do throws(Problem) {
                return try CommandCleaner(
                    arguments: cleanup.command, limit: cleanup.timeLimit)
            } catch {
                throw self.error(with: "text.cleanup.command", error)
            }
        default: return nil
        }
    }

    func cleanupServer() throws -> CleanupServer {
        do throws(Problem) {
            let address = try ServerAddress(cleanup.server, for: .cleanup)
            try address.checkTransport()
            var server = CleanupServer(address: address, limit: cleanup.timeLimit)
            server.isAutomatic = cleanup.automatic
            server.rewriteLimit = cleanup.rewriteTimeLimit
            server.model = cleanup.serverModel
            server.keyFile = cleanup.serverKey
            server.authorities = cleanup.serverCertificates
            if let instructions = cleanup.instructions { server.instructions = instructions }
            return server
        } catch {
            throw self.error(with: "text.cleanup.server", error)
        }
    }
}
