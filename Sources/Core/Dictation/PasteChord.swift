/// The keys that make a window paste.
public enum PasteChord: String, Hashable, Sendable, CaseIterable {
    /// In GTK, Qt, Chromium from the clipboard; in terminals as a rule from the primary selection.
    case shiftInsert = "shift+insert"
    /// In most programs, but no terminal.
    case controlV = "ctrl+v"
    /// In terminals that are built with GTK or Qt, and foot.
    case controlShiftV = "ctrl+shift+v"

    /// Whether some windows paste the primary selection on it.
    public var pastesPrimary: Bool { self == .shiftInsert }
}
