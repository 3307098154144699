import CXkbcommon
import HotkeyHelper
import Problems
import Testing

@testable import HotkeyChords

@Suite struct KeyNamesTests {
    @Test(arguments: [
        ("KEY_RIGHTCTRL", "KEY_RIGHTCTRL", 97), ("RightCtrl", "KEY_RIGHTCTRL", 97),
        ("right ctrl", "KEY_RIGHTCTRL", 97), ("right-control", "KEY_RIGHTCTRL", 97),
        ("Control_R", "KEY_RIGHTCTRL", 97), ("F9", "KEY_F9", 67), ("f13", "KEY_F13", 183),
        ("Pause", "KEY_PAUSE", 119), ("ScrollLock", "KEY_SCROLLLOCK", 70),
        ("Scroll_Lock", "KEY_SCROLLLOCK", 70), ("AltGr", "KEY_RIGHTALT", 100),
        ("Super", "KEY_LEFTMETA", 125), ("Print Screen", "KEY_SYSRQ", 99), ("a", "KEY_A", 30),
        ("1", "KEY_1", 2), ("screen lock", "KEY_COFFEE", 152),
        ("key_playpause", "KEY_PLAYPAUSE", 164),
        // A name without a prefix is a key symbol's; the kernel's have their prefix.
        ("Menu", "KEY_COMPOSE", 127), ("KEY_MENU", "KEY_MENU", 139), ("Print", "KEY_SYSRQ", 99),
        ("Next", "KEY_PAGEDOWN", 109), ("XF86AudioPlay", "KEY_PLAYPAUSE", 164),
        ("XF86AudioMicMute", "KEY_MICMUTE", 248), ("XF86Calendar", "KEY_CALENDAR", 397),
        ("BTN_SIDE", "BTN_SIDE", 0x113), ("MouseBack", "BTN_SIDE", 0x113),
        ("Mouse5", "BTN_EXTRA", 0x114),
    ])
    func findsAKey(written: String, name: String, code: UInt16) throws {
        #expect(try KeyNames.evdev.code(of: written) == code)
        #expect(KeyNames.evdev.kernelName(of: code) == name)
    }

    @Test(arguments: [
        ("KEY_RIHGTCTRL", "Did you mean KEY_RIGHTCTRL?"),
        ("Puase", "Did you mean KEY_PAUSE?"),
        ("Scrolllok", "Did you mean KEY_SCROLLLOCK?"),
        ("Ctrl", "Did you mean KEY_LEFTCTRL or KEY_RIGHTCTRL?"),
        ("BTN_SIED", "Did you mean BTN_SIDE?"),
    ])
    func suggestsSimilarNames(written: String, remedy: String) {
        let problem = #expect(throws: Problem.self) { try KeyNames.evdev.code(of: written) }
        #expect(problem?.what == "no key is named “\(written)”")
        #expect(problem?.remedy == remedy)
    }

    @Test(arguments: ["", "KEY_", "KEY_MAX", "KEY_RESERVED", "KEY_🎤", "qqqqqqqqqq"])
    func refusesWhatIsNoKey(written: String) {
        #expect(throws: Problem.self) { try KeyNames.evdev.code(of: written) }
    }

    /// The short name of a key leads to the same key.
    @Test func shortNamesAreNames() throws {
        for code in UInt16(1)..<0x2FF where KeyNames.evdev.kernelName(of: code).contains("_") {
            let name = KeyNames.evdev.shortName(of: code)
            #expect(try KeyNames.evdev.code(of: name) == code, "\(name)")
        }
    }

    /// The table agrees with the installed xkeyboard-config.
    @Test func keySymbolsAreThoseOfXkb() throws {
        let context = xkb_context_new(XKB_CONTEXT_NO_FLAGS)
        defer { xkb_context_unref(context) }
        let keymap = try #require(
            xkb_keymap_new_from_names(context, nil, XKB_KEYMAP_COMPILE_NO_FLAGS))
        defer { xkb_keymap_unref(keymap) }
        var symbols: [UInt16: Set<String>] = [:]
        for keycode in xkb_keymap_min_keycode(keymap)...xkb_keymap_max_keycode(keymap)
        where keycode > 8 {
            for level in 0..<xkb_keymap_num_levels_for_key(keymap, keycode, 0) {
                var list: UnsafePointer<xkb_keysym_t>?
                let count = xkb_keymap_key_get_syms_by_level(keymap, keycode, 0, level, &list)
                for index in 0..<Int(count) {
                    var name = [CChar](repeating: 0, count: 64)
                    xkb_keysym_get_name(list![index], &name, name.count)
                    let text = name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
                    symbols[UInt16(keycode - 8), default: []]
                        .insert(String(decoding: text, as: UTF8.self))
                }
            }
        }
        // In the layout “us” the right Alt key is not AltGr, and xkb has the key of Meta_R and
        // ISO_Level3_Shift under codes that no keyboard sends.
        let elsewhere = ["ISO_Level3_Shift", "Meta_L", "Meta_R"]
        for (name, key) in KeysymNames.all where !elsewhere.contains(name) {
            let code = try #require(try? KeyNames.evdev.code(of: "KEY_\(key)"), "\(key)")
            #expect(symbols[code]?.contains(name) == true, "\(name) is not on \(key)")
        }
    }
}
