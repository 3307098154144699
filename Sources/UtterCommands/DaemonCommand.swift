import ArgumentParser
import Glibc
import LinuxRuntime
import Settings
import UtterDaemon

struct DaemonCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "daemon",
        abstract: "Run the service in the foreground; logs go to standard error.")

    @OptionGroup var configurationFile: ConfigurationFile

    func run() throws {
        // Before any thread exists, so that all of them leave these to the event loop.
        Signals.block([SIGINT, SIGTERM])
        let settings = try configurationFile.load()
        try EventLoop.shared.run {
            let daemon = try Daemon(settings, from: configurationFile.source)
            try await daemon.run()
        }
    }
}
