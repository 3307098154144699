import Dictation
import SinkChains
import TextEditing

extension DictationRunner {
    /// Whether the window or the field that has the focus is known to be a terminal.
    public var isInTerminal: Bool {
        current.style.text.window == .terminal || parts.sinks.traits?.kind == .terminal
    }
}
