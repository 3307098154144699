import ArgumentParser
import Glibc
import Problems
import Settings

struct LogCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "log",
        abstract: "Print what the daemon has logged since this computer started.",
        discussion: """
            From the journal, of the service utter.service and of what it starts. A daemon that was \
            started otherwise (utter daemon) logs to its standard error. Dictated text is never \
            logged.
            """)

    @Flag(name: .shortAndLong, help: "Continue to print.")
    var follow = false

    func run() throws {
        let runtime = Settings.environment("XDG_RUNTIME_DIR") ?? ""
        guard access("\(runtime)/systemd", F_OK) == 0 else {
            throw Problem(
                "there is no log of a service", why: "no systemd runs for you here",
                remedy: "The daemon logs where it was started, such as in a terminal: utter daemon")
        }
        try ProgramReplacement.run(
            ["journalctl", "--user", "--boot", "--no-pager", "--unit=utter.service"]
                + (follow ? ["--follow"] : []),
            what: "cannot print the log", remedy: "The daemon logs here, too: utter daemon")
    }
}
