import HotkeyChords

extension HotkeyChord {
    /// The form of XDG's shortcuts specification: `CTRL+ALT+d`, `LOGO+F9`; nil for keys that it
    /// can't express, such as a modifier alone: the user then chooses a key.
    func portalTrigger(_ names: KeyNames) -> String? {
        guard let symbol = keySymbol(names) else { return nil }
        let words: [(HotkeyModifier, String)] = [
            (.ctrl, "CTRL"), (.alt, "ALT"), (.shift, "SHIFT"), (.super, "LOGO"),
        ]
        let held = words.compactMap { modifiers[$0.0] == nil ? nil : $0.1 }
        return (held + [symbol]).joined(separator: "+")
    }

    /// The name of the last key's symbol (xkbcommon-keysyms.h); nil for keys that a desktop can't
    /// bind, such as a modifier.
    func keySymbol(_ names: KeyNames) -> String? {
        let kernelName = names.kernelName(of: key)
        guard kernelName.hasPrefix("KEY_") else { return nil }
        let name = String(kernelName.dropFirst(4))
        if name.count == 1 { return name.lowercased() }
        if name.hasPrefix("F"), let number = Int(name.dropFirst()), 1...24 ~= number {
            return name
        }
        return [
            "SPACE": "space", "PAUSE": "Pause", "SCROLLLOCK": "Scroll_Lock", "INSERT": "Insert",
            "HOME": "Home", "END": "End", "PAGEUP": "Prior", "PAGEDOWN": "Next", "ESC": "Escape",
            "ENTER": "Return", "TAB": "Tab", "BACKSPACE": "BackSpace", "DELETE": "Delete",
            "SYSRQ": "Print", "COMPOSE": "Menu", "PLAYPAUSE": "XF86AudioPlay",
            "MICMUTE": "XF86AudioMicMute", "MINUS": "minus", "EQUAL": "equal", "DOT": "period",
            "COMMA": "comma", "SLASH": "slash", "SEMICOLON": "semicolon", "GRAVE": "grave",
        ][name]
    }
}
