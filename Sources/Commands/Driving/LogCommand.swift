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
        let folder = Self.systemdFolder(
            runtime: Settings.environment("XDG_RUNTIME_DIR"), user: geteuid())
        guard access(folder, F_OK) == 0 else {
            throw Problem(
                "there is no log of a service", why: "no systemd runs for you here",
                remedy: "The daemon logs where it was started, such as in a terminal: utter daemon")
        }
        try ProgramReplacement.run(
            ["journalctl", "--user", "--boot", "--no-pager", "--unit=utter.service"]
                + (follow ? ["--follow"] : []),
            what: "cannot print the log", remedy: "The daemon logs here, too: utter daemon")
    }

    /// Where the user's systemd has its socket if one runs, found also by who has no session here:
    /// after `su`, or over ssh without logind.
    static func systemdFolder(runtime: String?, user: uid_t) -> String {
        let isUsable = runtime?.hasPrefix("/") == true
        return (isUsable ? runtime! : "/run/user/\(user)") + "/systemd"
    }
}
