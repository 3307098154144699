/// The keys that make a window paste.
public enum PasteChord: String, Hashable, Sendable, CaseIterable {
    /// In GTK, Qt and Chromium from the clipboard; in most terminals from the primary selection.
    case shiftInsert = "shift+insert"
    /// In most programs, but in no terminal.
    case controlV = "ctrl+v"
    /// In terminals built with GTK or Qt, and foot.
    case controlShiftV = "ctrl+shift+v"

    /// Whether some windows paste the primary selection on this chord.
    public var pastesPrimary: Bool { self == .shiftInsert }
}
