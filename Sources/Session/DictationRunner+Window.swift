import Dictation

extension DictationRunner {
    /// Whether the window or the field that has the focus is known to be a terminal.
    public var isInTerminal: Bool {
        current.style.window == .terminal || parts.sinks.traits?.kind == .terminal
    }
}
