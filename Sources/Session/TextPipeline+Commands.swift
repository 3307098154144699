import Dictation
import History
import SinkChains
import TextEditing
import TextProcessing

// What commands do besides the text: corrections are learnt, a text is read aloud.

extension TextPipeline {
    /// Passes on what was corrected by voice, and by hand before that.
    func learn(_ edits: VoiceEdits?) {
        let retyped = composer.takeRetyped()
        // Nothing of a password.
        if current.parts.sinks.isSecure { return }
        var report = edits?.corrections ?? CorrectionReport()
        if let retyped { report.made.insert(retyped, at: 0) }
        if report != CorrectionReport() { onCorrections(report) }
    }

    /// An alternative that is taken corrects what was heard.
    func noteChoice(_ answer: EditAction, of new: String, for old: String) {
        guard answer != .takeRewriting else { return }
        if let command = archive.history.entries.last?.record.number {
            archive.sounds?.noteChoice(command)
        }
        guard let made = RetypedWords.correction(of: old, in: new) else { return }
        var report = CorrectionReport()
        report.made = [made]
        onCorrections(report)
    }

    /// - Parameter words: what is selected, or was typed last here; empty if that isn't known.
    func readBack(_ words: String) {
        // Nothing of a password, and nothing aloud while one is asked for.
        if current.parts.sinks.traits?.isSecure == true { return }
        // What was typed in another window, if it was typed: a password wasn't.
        let last = archive.history.entries.last { entry in
            entry.record.rest.isEmpty && entry.record.text?.isEmpty == false
        }
        let text = words.isEmpty ? last?.record.text ?? "" : words
        onReadBack(
            text.isEmpty ? "Nothing was typed yet" : text,
            text.isEmpty ? nil : current.style.text.processor?.languageTag)
    }
}
