import DesktopParts
import Glibc
import LinuxRuntime
public import Problems
import SystemPackage

extension Finding {
    /// Whether the daemon runs, and whether the next login will start it.
    ///
    /// - Parameters:
    ///   - unit: nil if no systemd runs for the user.
    ///   - start: how this session starts programs, if it doesn't by graphical-session.target.
    static func service(_ unit: ServiceUnit?, isRunning: Bool, start: SessionStart?) -> Finding {
        let isInstalled = unit?.isInstalled == true
        if let start, unit?.isSessionReached != true || !isInstalled {
            return service(hasUnit: isInstalled, isRunning: isRunning, by: start)
        }
        switch (isRunning, unit) {
        case (true, let unit?) where unit.isInstalled && !unit.isEnabled:
            return Finding(
                "service", .warning, "running, but it won’t start with your next session",
                remedy: "Enable it: systemctl --user enable utter",
                fix: Fix([.init(["systemctl", "--user", "enable", "utter"])]))
        case (true, let unit?) where unit.isInstalled && !unit.isSessionReached:
            return Finding(
                "service", .warning,
                "running, but this session doesn’t start it: it has not reached "
                    + "graphical-session.target",
                remedy: "Have your desktop run at login: utter daemon")
        case (true, let unit):
            return Finding(
                "service", .good,
                unit?.isEnabled == true ? "running, and starts with your session" : "running")
        case (false, let unit?) where unit.isInstalled:
            return Finding(
                "service", .warning, "not running",
                remedy: "Start it: systemctl --user enable --now utter, or: utter daemon",
                fix: ServiceUnit.enabling)
        case (false, .some):
            return Finding(
                "service", .warning, "not running, and not installed for systemd",
                remedy: "Install utter (sudo make install, or the package), or start it with your "
                    + "session: utter daemon")
        case (false, nil):
            return Finding(
                "service", .warning, "not running; no systemd runs for you here",
                remedy: "Start it with your session: utter daemon")
        }
    }

    /// The same where a file of the desktop has to start it.
    private static func service(
        hasUnit: Bool, isRunning: Bool, by start: SessionStart
    ) -> Finding {
        let now =
            isRunning
            ? [] : hasUnit ? start.unitCommands.map { Fix.Command($0) } : [startingProgram]
        let state = isRunning ? "running" : "not running"
        if start.startsProgram {
            return isRunning
                ? Finding("service", .good, "running, and starts with your session (\(start.file))")
                : Finding(
                    "service", .warning,
                    "not running now; your session starts it at login (\(start.file))",
                    remedy: "Until then: "
                        + (hasUnit ? "systemctl --user start utter" : "utter daemon"),
                    fix: Fix(
                        now, effect: hasUnit ? "" : "It can be started now, in the background."))
        }
        let program = hasUnit ? nil : "\(ownName) daemon"
        return Finding(
            "service", .warning,
            "\(state), and your next session won’t start it: \(start.desktop) does not reach "
                + "graphical-session.target",
            remedy: "“utter setup service” writes into \(start.file) what starts it.",
            fix: Fix(
                start.writing(program: program) + now,
                effect: start.effect(program: program)))
    }

    /// Starts the daemon as the session will: it stays when the terminal is closed. Returns at
    /// once.
    public static var startingProgram: Fix.Command {
        .init(["sh", "-c", "setsid \"$0\" daemon >/dev/null 2>&1 &", ownName])
    }

    /// How a shell finds this program: by its name if the name leads to it, else by its path.
    private static var ownName: String {
        guard let path = try? Executable.path() else { return "utter" }
        let isKnown = ["/usr/bin", "/usr/local/bin"].contains { access("\($0)/utter", X_OK) == 0 }
        return isKnown && Executable.prefix != nil ? "utter" : path.string
    }
}
