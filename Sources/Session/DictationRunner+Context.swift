import Dictation
import DictationParts
import SinkChains
import TextEditing
import TextProcessing

extension DictationRunner {
    /// Tells the recogniser the text around the dictation that has begun, and the names in the window's
    /// title, where the window says that the text is no secret. A terminal shows what programs write: no
    /// sentences, and keys perhaps.
    func tellContext() {
        guard current.style.context == .auto, display.state == .recording, !machine.isSecret,
            let kind = parts.sinks.traits?.kind, kind != .password, kind != .terminal,
            current.style.text.window != .terminal
        else { return }
        let prompt = SpeechPrompt(
            before: parts.sinks.contextBeforeInput, after: parts.sinks.contextAfterInput,
            last: lastTyped?.text)
        context = prompt?.text
        namesInTitle = focus.start.window?.namesInTitle ?? []
        tellExpected()
    }

    /// Tells the recogniser what may be said in the dictation that has begun.
    func tellExpected() {
        let phrases = current.style.text.processor?.phrasesAlone ?? []
        guard context != nil || !namesInTitle.isEmpty || !phrases.isEmpty else { return }
        parts.recognizer.expect(
            ExpectedSpeech(context: context, names: namesInTitle, phrases: phrases))
    }
}
