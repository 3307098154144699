import HotkeyChords
package import Problems

extension Problem {
    /// Why the helper refuses a binding.
    static func refused(_ refusal: HelperRefusal, chord: HotkeyChord?) -> Problem {
        let what = "the hotkey helper refuses \(chord.map { "“\($0)”" } ?? "the hotkeys")"
        switch refusal {
        case .revealing:
            return Problem(
                what, why: "the key writes text, and its reports would reveal what you type",
                remedy:
                    "Add Ctrl, LeftAlt or Super, or choose a key that writes nothing. A pedal or "
                    + "button can be made to send F13: man 7 hwdb")
        case .revealingWithAltGr:
            return Problem(
                what, why: "the right Alt key is AltGr in many layouts and writes text too",
                remedy: "Write LeftAlt, or choose another modifier.")
        case .tooManyBindings:
            return Problem(
                what, why: "it takes \(HelperRequest.maximumBindings), the cancelling key included",
                remedy: "Remove some.")
        case .duplicate:
            return Problem(what, why: "it is there twice", remedy: "Remove one.")
        case .notAKey:
            return Problem(what, why: "no keyboard has it", remedy: "Choose another.")
        case .notTheProtocol, .noBindings, .notModifiers, .notACommand:
            return Problem(
                what, why: "it does not understand this program",
                remedy: "Install both of the same version.")
        }
    }

    /// Why the helper `program` watches no device.
    static func obstacle(
        _ obstacle: HelperObstacle, for chords: String, _ program: String
    ) -> Problem {
        let what = "cannot watch for \(chords)"
        return switch obstacle {
        case .noDevice:
            Problem(
                what, why: "no keyboard with these keys is connected",
                remedy: "Connect one, and utter notices it.")
        case .inactive:
            Problem(
                what, why: "another user's session is active at this seat",
                remedy: "Log in at the machine itself, and utter notices it.")
        case .forbidden where !HelperProgram.isPrivileged(program):
            HelperProgram.isInstalled(program)
                ? notPrivileged(program)
                : Problem(
                    what, why: "neither you nor \(program) may read keyboards",
                    remedy: permission)
        case .forbidden, .failed:
            Problem(
                what, why: "the hotkey helper cannot open the keyboards",
                remedy: "A container must be given /dev/input.")
        }
    }

    /// The ways to get a hotkey, and the price of the last one.
    private static let permission = """
        Install utter with its hotkey helper (sudo make install), which reads keyboards and reports \
        of the hotkeys only. Or bind a key to “utter toggle” in the settings of your desktop or \
        compositor: that needs no permission. Or join the group “input” (sudo usermod -aG input \
        $USER, then log in again): then every program that you run, over ssh too, can read every \
        key that you type, passwords included.
        """

    /// The helper runs without the permission to read keyboards.
    package static func notPrivileged(_ program: String) -> Problem {
        Problem(
            "the hotkey helper \(program) may not read keyboards",
            why: "it does not run with the group “input”",
            remedy: """
                Install it like this: sudo chgrp input \(program) && sudo chmod 2755 \(program), on a \
                file system that is not mounted nosuid.
                """,
            fix: Fix([
                .init(["chgrp", "input", program], asRoot: true),
                .init(["chmod", "2755", program], asRoot: true),
            ]))
    }

    static func cannotStart(_ program: String, why: String) -> Problem {
        Problem(
            "cannot use the hotkey helper \(program)", why: why,
            remedy: "Install utter again; “utter doctor” says whether it works then.")
    }
}
