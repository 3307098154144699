import Assembly
import Dictation
import DictationParts
import Glibc
import LinuxRuntime
import Problems
import RecognizerRouting
import Session
import Settings
import TextEditing
import TextProcessing

// Changes of the settings while the daemon runs.

/// Changed settings on their way into force.
struct SettingsReload {
    /// Where they come from; nil if they never change.
    let source: SettingsSource?
    var watch: FileWatch?
    /// Settings that were read during a dictation; applied at its end.
    var waiting: Settings?
    /// Why the settings in force differ from the file.
    var problem: Problem?
    /// Fires if a file that is gone doesn't come back.
    var loss: EventSource?

    init(source: SettingsSource?) { self.source = source }
}

extension Daemon {
    func watchSettings() {
        guard let source = reload.source else { return }
        do {
            reload.watch = try FileWatch(source.path) { [unowned self] in settingsChanged() }
        } catch {
            Log.warning("changes of \(source.path) are only read at the next start: \(error)")
        }
    }

    private func settingsChanged() {
        guard let source = reload.source, access(source.path, F_OK) != 0, errno == ENOENT else {
            reload.loss = nil
            return readSettings()
        }
        // Editors remove the file for a moment.
        reload.loss = EventLoop.shared.timer(after: .seconds(2)) { [unowned self] in
            reload.loss = nil
            loseSettings(source.path)
        }
    }

    private func loseSettings(_ path: String) {
        reload.waiting = nil
        let problem = Problem(
            "the settings in force come from a file that is gone",
            why: "\(path) was deleted",
            remedy: "Write it again, or restart utter for the defaults; utter setup writes one.")
        Log.warning(problem.description)
        reload.problem = problem
        runner.send(.notice(Notice(.warning, problem.what, remedy: problem.remedy)))
    }

    private static let remedyForFile =
        "Correct it in the file; utter config check lists all that is wrong."

    /// Completely or not at all: with an error in the file, the settings stay.
    private func readSettings() {
        do {
            guard let changed = try reload.source?.load() else { return }
            try Registry.check(changed)
            reload.problem = nil
            reload.waiting = changed
            adoptSettings()
        } catch {
            reload.waiting = nil
            let lines = "\(error)".split(separator: "\n").map(String.init)
            for line in lines { Log.error(line) }
            reload.problem = Problem(
                "the settings in force are older than the file",
                why: lines.first ?? "", remedy: Self.remedyForFile)
            let notice = Notice(
                .error, "the settings stay as they were: \(lines.first ?? "")",
                remedy: Self.remedyForFile)
            runner.send(.notice(notice))
        }
    }

    /// The current dictation keeps its settings.
    func adoptSettings() {
        guard let changed = reload.waiting, runner.display.state == .idle else { return }
        reload.waiting = nil
        do {
            let rules = try changed.allRules()
            let newHotkey = changed.hotkey == settings.hotkey ? nil : try Registry.hotkey(changed)
            try setups.adopt(changed)
            runner.adopt(rules, setups.general, setups.recognizer.state)
            if changed.audio != settings.audio || changed.wake != settings.wake
                || changed.text != settings.text
                || !changed.agrees(with: settings, on: "recognizer")
            {
                replaceMicrophone(changed)
                runner.parts.audio.prepare()
                runner.parts.cues = Registry.cues(changed)
            }
            let (old, new) = (settings.audio, changed.audio)
            if (new.sounds, new.tone, new.volume) != (old.sounds, old.tone, old.volume) {
                // So that the user hears what was chosen.
                runner.parts.cues?.play(.start)
            }
            if changed.hotkey != settings.hotkey {
                hotkey.source?.stop()
                hotkey = Hotkey(source: newHotkey)
                hotkey.source?.start { [unowned self] in press($0) }
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
            feedback.adopt(changed)
            settings = changed
            listenForPhrase()
            Log.notice("the settings were reloaded")
            runner.send(.notice(Notice(.info, "Settings reloaded")))
            reportMissingRules()
        } catch {
            runner.send(.notice(Notice(.error, "the settings stay as they were: \(error)")))
        }
    }

    /// Says that the language that is spoken has no rules for its text, unless that was asked for.
    func reportMissingRules() {
        guard let text = setups.general.style.text.processor, !text.hasRules,
            settings.text.language != Languages.none
        else { return }
        let what = "There are no rules for text in “\(text.languageTag)”"
        let notice = Notice(
            .info, "\(what): words are typed as they are heard",
            remedy: "Your own words and patterns apply. utter text language en shows rules.")
        Log.notice(notice.message)
        runner.send(.notice(notice))
    }
}
