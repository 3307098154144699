import ArgumentParser
import DesktopParts
import Glibc
import LinuxRuntime
import Problems
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
            if isatty(STDERR_FILENO) == 1 {
                daemon.onReady = { complain(Self.invitation(settings, $0)) }
            }
            try await daemon.run(until: termination)
        }
        // Without the handlers of exit(3), which would free what a thread may still use that hangs
        // in the library of a sound server.
        Glibc._exit(0)
    }

    /// The next step, for somebody who watches the daemon start.
    private static func invitation(_ settings: Settings, _ hotkeyProblem: Problem?) -> String {
        guard settings.hotkey.enabled, hotkeyProblem == nil else {
            return """
                ready: “utter toggle” dictates; Ctrl-C here ends it
                  \(SessionEnvironment.current.keyAdvice)
                """
        }
        return "ready: \(settings.invitation); Ctrl-C here ends it"
    }
}
