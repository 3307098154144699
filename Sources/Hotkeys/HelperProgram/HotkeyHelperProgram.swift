import CConfinement
import Glibc
import LinuxRuntime

/// The program `utter-hotkeys`: watches keyboards for a caller, and reports only its bindings.
///
/// It is installed set-group-ID `input` and becomes two processes before it reads a byte. One keeps
/// the group, opens devices and passes them on; the other drops the group, reads the devices and
/// the caller's requests, and can open nothing. Neither can do more, see `HelperConfinement`.
///
/// Without the group it can open only what its caller can, so it doesn't ask who has the seat.
public enum HotkeyHelperProgram {
    /// Serves the caller at descriptors 0 and 1 until it is gone.
    ///
    /// - Returns: the exit status: 0 when the caller is gone, 64 after a refusal, 1 on failure.
    public static func run() -> Int32 {
        let caller = getppid()
        do {
            guard Caller.isThere else {
                explain()
                return 64
            }
            // Before a process drops its group.
            let onlyAtSeat = isPrivileged
            // Before `begin`, while files can be read.
            let printing = SystemKeyboard.printingKeys()
            try HelperConfinement.begin()
            Signals.ignoreBrokenPipes()
            let (reading, opening) = try MessageSocket.pair()
            let reader = getpid()
            switch try check(utter_fork(), "fork") {
            case 0:
                close(reading)
                return try KeyboardOpener.run(
                    socket: opening, reader: reader, onlyAtSeat: onlyAtSeat)
            default:
                close(opening)
                return try KeyboardReader.run(
                    socket: reading, caller: caller, onlyAtSeat: onlyAtSeat,
                    whereAlsoPrint: printing)
            }
        } catch {
            // No way to say why: the caller sees only the status.
            return 1
        }
    }

    /// Whether this process has a right that its caller lacks (credentials(7)). Capabilities don't
    /// count: it drops them before it opens a device.
    private static var isPrivileged: Bool { getegid() != getgid() || geteuid() != getuid() }

    /// Says what this program is to somebody who runs it at a terminal.
    private static func explain() {
        guard isatty(STDERR_FILENO) == 1 else { return }
        let words = """
            utter-hotkeys: the daemon of utter starts this program, which watches for its hotkeys, \
            and for no other key.
              What it does now: utter doctor

            """
        _ = write(STDERR_FILENO, words, words.utf8.count)
    }
}
