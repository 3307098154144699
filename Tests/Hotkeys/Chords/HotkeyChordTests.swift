import HotkeyChords
import HotkeyHelper
import Problems
import Testing

@Suite struct HotkeyChordTests {
    @Test(arguments: [
        ("RightCtrl", "RightCtrl"), ("Super+F9", "Super+F9"), ("KEY_PLAYPAUSE", "KEY_PLAYPAUSE"),
        ("Ctrl+Alt+d", "Ctrl+Alt+D"), (" control + SHIFT + pause ", "Ctrl+Shift+Pause"),
        ("KEY_SCROLLLOCK", "ScrollLock"), ("Menu", "Menu"),
        ("RightCtrl+F9", "RightCtrl+F9"), ("Control_L+F9", "LeftCtrl+F9"),
        ("AltGr+F9", "RightAlt+F9"), ("Meta+MouseBack", "Super+BTN_SIDE"),
        ("Ctrl+RightShift", "Ctrl+RightShift"), ("LeftCtrl+RightCtrl", "LeftCtrl+RightCtrl"),
    ])
    func readsAChord(written: String, described: String) throws {
        let chord = try HotkeyChord(written, names: .evdev)
        #expect(chord.description == described)
        // The description can be parsed again.
        #expect(try HotkeyChord(described, names: .evdev) == chord)
    }

    @Test(arguments: [
        ("Ctlr+F9", "“Ctlr” isn't a modifier", "Did you mean Ctrl?"),
        ("a+b", "“a” isn't a modifier", ""),
        ("Ctrl+", "no key is named “”", nil),
        ("+F9", "“” isn't a modifier", nil),
        ("Ctrl+Ctrl+F9", "“Ctrl+Ctrl+F9” isn't a chord", nil),
        ("RightCtrl+RightCtrl", "“RightCtrl+RightCtrl” isn't a chord", nil),
        ("Super+F91", "no key is named “F91”", nil),
    ])
    func refusesWhatIsNone(written: String, what: String, remedy: String?) {
        let problem = #expect(throws: Problem.self) { try HotkeyChord(written, names: .evdev) }
        #expect(problem?.what == what)
        if let remedy { #expect(problem?.remedy == remedy) }
    }

    @Test(arguments: [
        ("a", true), ("Shift+a", true), ("RightAlt+q", true), ("space", true), ("KP_5", true),
        ("Ctrl+a", false), ("Alt+a", false), ("LeftAlt+a", false), ("Super+Shift+a", false),
        ("F9", false), ("RightCtrl", false), ("Pause", false), ("BTN_SIDE", false),
        ("Escape", false), ("KEY_BRL_DOT1", true), ("KEY_BRL_DOT10", true),
        ("Ctrl+KEY_BRL_DOT1", false), ("Shift+F9", true), ("RightAlt+Shift+F12", true),
        ("Ctrl+Shift+F9", false), ("Shift+F10", false),
    ])
    func knowsWhatRevealsTyping(written: String, isRevealing: Bool) throws {
        #expect(try HotkeyChord(written, names: .evdev).isRevealing == isRevealing)
    }

    @Test(arguments: [
        ("F9", "F9", true), ("Ctrl+F9", "LeftCtrl+F9", true),
        ("LeftCtrl+F9", "RightCtrl+F9", false),
        ("F9", "Ctrl+F9", false), ("F9", "F8", false), ("Print", "KEY_SYSRQ", true),
        ("Ctrl+Shift+F9", "Shift+Ctrl+F9", true),
    ])
    func knowsWhatTheSameKeysPress(left: String, right: String, overlap: Bool) throws {
        let (left, right) = (
            try HotkeyChord(left, names: .evdev), try HotkeyChord(right, names: .evdev)
        )
        #expect(left.overlaps(right) == overlap)
        #expect(right.overlaps(left) == overlap)
    }

    /// Issue 42, 3.2: a letter was a hotkey where a desktop watches.
    @Test(arguments: [
        ("y", false), ("Shift+y", false), ("RightAlt+y", false), ("Space", false), ("KP_1", false),
        ("Shift+F9", true), ("Pause", true), ("F9", true), ("RightCtrl", true), ("Super+h", true),
        ("Ctrl+y", true),
        ("LeftAlt+y", true), ("Escape", true),
    ])
    func whatWritesTextIsNoHotkey(_ text: String, _ isHotkey: Bool) throws {
        let chord = try HotkeyChord(text, names: .evdev)
        #expect((chord.objection == nil) == isHotkey, "\(chord.objection?.what ?? "")")
    }

    @Test(arguments: [
        ("Super+h", true), ("Super+Pause", false), ("Ctrl+Super+h", false), ("Super+F9", false),
    ])
    func anUnboundSuperMayWriteText(_ text: String, _ mayWrite: Bool) throws {
        #expect(try HotkeyChord(text, names: .evdev).writesTextIfUnbound == mayWrite)
    }
}
