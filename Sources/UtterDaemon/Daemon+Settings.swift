import Dictation
import DictationParts
import LinuxRuntime
import Settings

// The settings change while the daemon runs.

extension Daemon {
    func watchSettings() {
        guard let source else { return }
        do {
            watch = try FileWatch(source.path) { [unowned self] in readSettings() }
        } catch {
            Log.warning("changes of \(source.path) are only read at the next start: \(error)")
        }
    }

    /// Whole or not at all: with a mistake in them, the settings stay as they are.
    private func readSettings() {
        do {
            guard let changed = try source?.load() else { return }
            try Backends.check(changed)
            waitingSettings = changed
            adoptSettings()
        } catch {
            waitingSettings = nil
            let lines = "\(error)".split(separator: "\n").map(String.init)
            for line in lines { Log.error(line) }
            let notice = Notice(
                .error, "the settings stay as they were: \(lines.first ?? "")",
                remedy: "utter config check")
            runner.send(.notice(notice))
        }
    }

    /// What is being dictated ends as it began.
    func adoptSettings() {
        guard let changed = waitingSettings, runner.display.state == .idle else { return }
        waitingSettings = nil
        do {
            let rules = try changed.allRules()
            let newHotkey = changed.hotkey == settings.hotkey ? nil : try Backends.hotkey(changed)
            try setups.adopt(changed)
            runner.adopt(rules, setups)
            if changed.audio != settings.audio {
                runner.parts.audio = Backends.audio(changed)
                runner.parts.audio.prepare()
                runner.parts.cues = Backends.cues(changed)
            }
            if changed.hotkey != settings.hotkey {
                hotkey?.stop()
                hotkey = newHotkey
                hotkeyProblem = nil
                isCancelWatched = false
                hotkey?.start { [unowned self] in press($0) }
            }
            if changed.overlay != settings.overlay {
                overlay?.stop()
                overlay = Self.overlay(changed)
                startOverlay()
            }
            if changed.history != settings.history {
                keepDictations(changed)
                runner.recover()
            }
            desktop.adopt(changed)
            settings = changed
            Log.notice("the settings were read anew")
            runner.send(.notice(Notice(.info, "Settings read anew")))
        } catch {
            runner.send(.notice(Notice(.error, "the settings stay as they were: \(error)")))
        }
    }
}
