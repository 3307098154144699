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
        // The program that ends a session waits for at most a second.
        let termination = try Termination(
            on: [SIGINT, SIGTERM, SIGHUP, SIGQUIT], within: .milliseconds(800), status: 1)
        let settings = try configurationFile.load()
        try EventLoop.shared.run {
            let daemon = try Daemon(settings, from: configurationFile.source)
            try await daemon.run(until: termination)
        }
        // Without the handlers of exit(3), which would free what a thread may still use that hangs
        // in the library of a sound server.
        Glibc._exit(0)
    }
}
