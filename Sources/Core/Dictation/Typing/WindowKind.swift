/// The effect of keys in a window, judged by its program's name.
public enum WindowKind: String, Hashable, Sendable, CaseIterable {
    /// Enter runs a command, Ctrl+C ends one, and the arrows recall earlier ones.
    case terminal
    /// Enter sends a message, Shift+Enter makes a line.
    case chat
    /// Enter sends or starts, and nothing makes a line.
    case sender
    /// A text editor for code.
    case editor
    /// Ctrl+B is bold, Ctrl+I italic, Ctrl+U underlined, and Ctrl+Enter begins a page.
    case wordProcessor
    case other
}
