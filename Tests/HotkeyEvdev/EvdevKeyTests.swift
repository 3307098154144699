import Dictation
@testable import HotkeyEvdev
import Testing

@Suite struct EvdevKeyTests {
    @Test(arguments: [
        ("KEY_RIGHTCTRL", "KEY_RIGHTCTRL", 97), ("RightCtrl", "KEY_RIGHTCTRL", 97),
        ("right ctrl", "KEY_RIGHTCTRL", 97), ("right-control", "KEY_RIGHTCTRL", 97),
        ("Control_R", "KEY_RIGHTCTRL", 97), ("F9", "KEY_F9", 67), ("f13", "KEY_F13", 183),
        ("Pause", "KEY_PAUSE", 119), ("ScrollLock", "KEY_SCROLLLOCK", 70),
        ("Scroll_Lock", "KEY_SCROLLLOCK", 70), ("AltGr", "KEY_RIGHTALT", 100),
        ("Super", "KEY_LEFTMETA", 125), ("Print Screen", "KEY_SYSRQ", 99), ("a", "KEY_A", 30),
        ("1", "KEY_1", 2), ("Menu", "KEY_MENU", 139), ("screen lock", "KEY_COFFEE", 152),
    ])
    func findsAKey(written: String, name: String, code: UInt16) throws {
        let key = try EvdevKey(name: written)
        #expect(key.name == name)
        #expect(key.code == code)
    }

    @Test(arguments: [
        ("KEY_RIHGTCTRL", "Did you mean KEY_RIGHTCTRL?"),
        ("Puase", "Did you mean KEY_PAUSE?"),
        ("Scrolllok", "Did you mean KEY_SCROLLLOCK?"),
        ("Ctrl", "Did you mean KEY_LEFTCTRL or KEY_RIGHTCTRL?"),
    ])
    func suggestsSimilarNames(written: String, remedy: String) {
        let problem = #expect(throws: Problem.self) { try EvdevKey(name: written) }
        #expect(problem?.what == "no key is named “\(written)”")
        #expect(problem?.remedy == remedy)
    }

    @Test(arguments: ["", "KEY_", "KEY_MAX", "KEY_RESERVED", "BTN_LEFT", "KEY_🎤", "qqqqqqqqqq"])
    func refusesWhatIsNoKey(written: String) {
        #expect(throws: Problem.self) { try EvdevKey(name: written) }
    }
}

@Suite struct KeyBitsTests {
    /// The capabilities/key of a PC keyboard and of a mouse, as the kernel writes them.
    @Test func readsWhatSysfsSays() {
        let keyboard = KeyBits(sysfs: "402000000 3803078f800d001 feffffdfffefffff fffffffffffffffe")
        #expect(keyboard.contains(97))
        #expect(!keyboard.contains(0))
        #expect(!keyboard.contains(190))
        #expect(!keyboard.contains(766))
        #expect(keyboard.areAKeyboards)
        let mouse = KeyBits(sysfs: "1f0000 0 0 0 0")
        #expect(mouse.contains(0x110))
        #expect(!mouse.areAnyKeys)
        #expect(!KeyBits(sysfs: "").areAnyKeys)
        let powerButton = KeyBits(sysfs: "10000000000000 0")
        #expect(powerButton.areAnyKeys)
        #expect(!powerButton.areAKeyboards)
    }
}
