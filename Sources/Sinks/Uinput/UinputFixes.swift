import Glibc
import Problems

/// The commands that give the user at the screen access to /dev/uinput.
enum UinputFixes {
    /// The same as in udev/70-utter.rules, which has the reasons.
    private static let rule = """
        KERNEL=="uinput", SUBSYSTEM=="misc", TAG+="uaccess", OPTIONS+="static_node=uinput"
        """

    /// Whether a file exists in a configuration directory of systemd or udev (systemd.unit(5),
    /// udev(7)).
    private static func isInstalled(_ name: String) -> Bool {
        ["/etc", "/run", "/usr/local/lib", "/usr/lib", "/lib"]
            .contains { access("\($0)/\(name)", R_OK) == 0 }
    }

    /// udev gives the active session access to the device when it next processes it.
    static var permission: Fix {
        var commands: [Fix.Command] = []
        if !isInstalled("udev/rules.d/70-utter.rules") {
            commands.append(writing("'\(rule)'", to: "/etc/udev/rules.d/70-utter.rules"))
        }
        commands += [
            ["udevadm", "control", "--reload"],
            ["udevadm", "trigger", "--action=change", "--name-match=uinput"],
            ["udevadm", "settle", "--timeout=10"],
        ].map { Fix.Command($0, asRoot: true) }
        return Fix(
            commands,
            afterwards: "It holds for the user at this machine’s own screen and keyboard, not "
                + "over ssh. If it doesn’t yet, log out and in.")
    }

    static var module: Fix {
        var commands = [Fix.Command(["modprobe", "uinput"], asRoot: true)]
        if !isInstalled("modules-load.d/utter.conf") {
            commands.append(writing("uinput", to: "/etc/modules-load.d/utter.conf"))
        }
        return Fix(commands)
    }

    /// - Parameter line: quoted for a shell.
    private static func writing(_ line: String, to file: String) -> Fix.Command {
        Fix.Command(["sh", "-c", "echo \(line) >\(file)"], asRoot: true)
    }
}
