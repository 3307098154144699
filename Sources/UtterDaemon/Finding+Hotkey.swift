import Desktop
import Dictation
import DictationParts
import HotkeyHelper
import LinuxRuntime
import Settings

extension Finding {
    /// Which process watches the keyboards, and what that means. Starts the helper where it is
    /// installed. Throws what is wrong.
    @EventLoopActor
    static func hotkey(_ settings: Settings) async throws -> Finding {
        guard let hotkey = try Backends.hotkey(settings) else {
            return Finding("hotkey", .good, "switched off in the configuration")
        }
        if hotkey is PortalHotkey {
            if let problem = hotkey.availability().problem { throw problem }
            return Finding(
                "hotkey", .good, """
                    the desktop watches for it, if it has the portal GlobalShortcuts; its settings \
                    say which keys (\(hotkey.name) was proposed)
                    """)
        }
        let here = Finding(
            "hotkey", .good, """
                \(hotkey.name) is watched by the daemon itself, which may read keyboards: so may \
                every program of yours, and see what you type
                """)
        guard let program = HelperProgram.installed else {
            if let problem = hotkey.availability().problem { throw problem }
            return here
        }
        let chords = try settings.hotkeyChords()
        let all = chords.bindings + (chords.cancel.map { [$0] } ?? [])
        guard let problem = await HelperTrial.problem(of: program, chords: all) else {
            return Finding(
                "hotkey", .good, """
                    \(hotkey.name) is watched by \(program), which tells the daemon of these keys \
                    only: no program of yours needs to read keyboards
                    """)
        }
        guard try Backends.hotkeyHere(settings).availability() == .available else { throw problem }
        return Finding(
            "hotkey", .warning, "\(here.message); \(problem.what): \(problem.why)",
            remedy: problem.remedy, mending: problem.mending)
    }
}
