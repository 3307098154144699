import Assembly
import ControlProtocol
import DictationParts
import HotkeyChords
import HotkeyHelper
import LinuxRuntime
import Problems
import Settings

extension Finding {
    /// By which right the helper watches the keyboards, with the consequences. Starts it. Throws what
    /// is wrong.
    ///
    /// - Parameter daemon: nil if none runs.
    @EventLoopActor
    static func hotkey(_ settings: Settings, _ daemon: StatusReport?) async throws -> Finding {
        guard let hotkey = try Registry.hotkey(settings) else {
            return Finding("hotkey", .unchecked, "switched off in the configuration")
        }
        if case .desktop(let name) = hotkey.watcher {
            return try await hotkey.finding(by: name, daemon)
        }
        if let problem = await hotkey.problem() { throw problem }
        let program = HelperProgram.path
        guard HelperProgram.isPrivileged(program) else {
            return unprivileged(program, watching: hotkey.name)
        }
        let chords = try settings.hotkeyChords()
        let all = chords.bindings + (chords.cancel.map { [$0] } ?? [])
        if let chord = all.first(where: \.writesTextIfUnbound) {
            return Finding(
                "hotkey", .warning,
                """
                \(hotkey.name) is watched by \(program), and “\(chord)” may also write its \
                letter into the window, unless the desktop does something with it
                """,
                remedy: "Choose a key that writes nothing: utter config set hotkey.dictate Pause")
        }
        return Finding(
            "hotkey", .good,
            """
            \(hotkey.name) is watched by \(program), which notifies the daemon of these keys \
            only: no program of yours needs to read keyboards
            """)
    }

    /// The helper works by its user's right to read keyboards, which all of the user's programs have.
    private static func unprivileged(_ program: String, watching name: String) -> Finding {
        let fact = """
            \(name) is watched by \(program), since you may read keyboards: so may every program \
            of yours, and see what you type
            """
        guard HelperProgram.isInstalled(program) else { return Finding("hotkey", .good, fact) }
        let problem = Problem.notPrivileged(program)
        return Finding(
            "hotkey", .warning, fact, remedy: problem.remedy, fix: problem.fix)
    }
}

extension HotkeySource {
    /// That a desktop can't be asked for a chord of the configuration, so that it would watch for
    /// none until the user sets one in its settings; nil if there is no such chord.
    var unsupportedChord: Problem? {
        guard case .desktop(let interface) = watcher, let chord = unsupported.first
        else { return nil }
        return Problem(
            "the desktop can’t watch for \(chord)",
            why: "\(interface) knows no such key: a modifier alone is not a key",
            remedy: "Choose another: utter config set hotkey.dictate Super+F9")
    }

    /// Only the running daemon can know whether the desktop watches for the keys: asking the
    /// desktop might open its dialog.
    ///
    /// - Parameter interface: the desktop's interface for hotkeys.
    fileprivate func finding(
        by interface: String, _ daemon: StatusReport?
    ) async throws -> Finding {
        if let problem = await problem() { throw problem }
        guard let daemon, daemon.hotkey.name == name else {
            if let unsupportedChord { throw unsupportedChord }
            return Finding(
                "hotkey", .unchecked,
                """
                the desktop can watch for it (\(interface)); whether it does, and for which \
                keys, shows when the daemon runs (\(name) is proposed)
                """,
                remedy: "Start the daemon, and ask again.")
        }
        if let problem = daemon.hotkey.problem { throw problem }
        if daemon.hotkey.pending == true {
            return Finding(
                "hotkey", .unchecked,
                """
                the desktop hasn’t said yet that it watches for \(name) (\(interface)): it may be \
                asking you
                """,
                remedy: "Answer its dialog, which may be behind other windows.")
        }
        return Finding(
            "hotkey", .good,
            """
            the desktop watches for it (\(interface)); its settings say which keys (\(name) \
            was proposed)
            """)
    }
}
