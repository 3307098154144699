public import Dictation
import KeyStrokes
import Problems
public import Session
public import Settings
import SinkUinput
import SpeechEngines
import TextEditing
public import TextProcessing

// The settings in the form of the parts.

extension Settings {
    /// The rules of the dictation machine.
    public var rules: DictationRules {
        var rules = DictationRules()
        rules.silenceLimit = audio.silenceLimit == .zero ? nil : audio.silenceLimit
        rules.continuousSilenceLimit =
            audio.continuousSilenceLimit == .zero
            ? nil : audio.continuousSilenceLimit
        rules.maximumLength = audio.maxLength
        rules.commit = output.commit
        let usesTimeLimit = (try? engines())?.contains { $0.engine.usesTimeLimit } ?? true
        if recognizer.fallback != nil || usesTimeLimit {
            // The engine's own limit must pass first.
            let samples = Int(audio.maxLength.components.seconds) * AudioFormat.rate
            rules.processingLimit = max(
                rules.processingLimit,
                recognitionLimit.limit(samples: samples) + .seconds(10))
        }
        // The own limits of the cleaner and of the hook must pass first.
        rules.processingLimit = max(
            rules.processingLimit, cleanup.timeLimit + output.hookTimeLimit + .seconds(10))
        return rules
    }

    /// The state of the microphone between dictations.
    var microphoneIdleMode: AudioIdleMode {
        if audio.preroll > .zero { return .listening(audio.preroll) }
        return audio.keepOpen ? .open : .closed
    }

    /// How text is made and kept.
    ///
    /// - Parameter processor: makes the text processor, or has it.
    public func style(
        _ processor: (TextOptions) -> TextProcessor = TextProcessor.init
    ) throws -> DictationRunner.Style {
        var style = DictationRunner.Style()
        style.text.processor = text.raw ? nil : processor(try textOptions())
        style.text.lineBreaks = output.lineBreaks.cleaning
        style.text.keepsLinesInText = output.lineBreaks == .auto
        style.text.tabs = output.tabs
        style.text.formatting = output.formatting
        style.text.spacing = text.spacing
        style.text.cleanupCheck = CleanupCheck(try Languages.find(self))
        style.hook = hook
        style.hotkeys = try hotkeyCodes()
        style.historyLimit = history.keep
        style.normalizes = audio.normalize
        style.focus = output.focus
        style.passwords = output.passwords
        style.context = recognizer.context
        return style
    }

    /// The program that gets each text; nil if there is none.
    package var hook: TextHook? {
        output.hook.isEmpty
            ? nil
            : TextHook(
                arguments: output.hook, limit: output.hookTimeLimit, answers: output.hookAnswers)
    }

    /// The options of the program that shows the overlay.
    package var overlayOptions: [String] {
        [
            "--position", overlay.position, "--margin", "\(overlay.margin)",
            "--size", "\(overlay.size)", "--theme", overlay.theme,
            // In one argument, since a font's name may begin with a dash.
            "--font=\(overlay.font)", "--motion", overlay.motion,
        ] + (overlay.words ? [] : ["--no-words"])
            + (overlay.button ? ["--button", overlay.buttonPosition] : [])
    }

    func uinput() throws(SettingsError) -> UinputSettings {
        var uinput = UinputSettings()
        uinput.keyHold = output.keyHold
        guard let layout = output.layout else { return uinput }
        do throws(Problem) {
            guard let names = LayoutNames(setting: layout) else {
                throw Problem(
                    "cannot read the keyboard layout “\(layout)”",
                    why: "it isn't of the form “de”, “us(intl)” or “us+ru”",
                    remedy: "Name up to four layouts, each with one variant.")
            }
            _ = try Keymap(names)
            uinput.layout = names
        } catch {
            throw self.error(with: "output.layout", error)
        }
        return uinput
    }
}
