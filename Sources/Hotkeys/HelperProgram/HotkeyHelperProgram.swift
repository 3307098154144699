import CConfinement
import Glibc
import LinuxRuntime

/// The program `utter-hotkeys`: watches keyboards for a caller that may not read them, and reports
/// only its bindings.
///
/// It is installed set-group-ID `input` and becomes two processes before it reads a byte. One keeps
/// the group, opens devices and passes them on; the other drops the group, reads the devices and
/// the caller's requests, and can open nothing. Neither can do more, see `HelperConfinement`.
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
            // Before `begin`, while files can be read.
            let printing = SystemKeyboard.printingKeys()
            try HelperConfinement.begin()
            Signals.ignoreBrokenPipes()
            let (reading, opening) = try MessageSocket.pair()
            let reader = getpid()
            switch try check(utter_fork(), "fork") {
            case 0:
                close(reading)
                return try KeyboardOpener.run(socket: opening, reader: reader)
            default:
                close(opening)
                return try KeyboardReader.run(
                    socket: reading, caller: caller, whereAlsoPrint: printing)
            }
        } catch {
            // No way to say why: the caller sees only the status.
            return 1
        }
    }

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
