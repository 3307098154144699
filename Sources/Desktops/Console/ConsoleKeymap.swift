import CLinux
import DesktopParts
import Glibc
import KeyStrokes
import LinuxRuntime

/// The Linux console's own keymap (ioctl_console(2), KDGKBENT; loadkeys(1) sets it), as an XKB
/// keymap. The active console belongs to the user who has logged in there.
struct ConsoleKeymap: LayoutSource {
    let name = "the console"
    /// `/dev/tty1`; nil for the active one.
    var terminal: String?

    func layout() -> LayoutInForce? { text.map { LayoutInForce(.text($0)) } }

    /// The keymap in XKB's text format; nil if the console can't be read.
    var text: String? {
        guard let terminal = terminal ?? Self.front,
            let file = try? check(open(terminal, O_RDONLY | O_NOCTTY | O_NONBLOCK), terminal)
        else { return nil }
        let console = OwnedDescriptor(adopting: file)
        // A terminal that is not a console has no keymap.
        guard utter_console_key(console.rawValue, 0, 1) >= 0 else { return nil }
        return Self.text { key, table in
            utter_console_key(console.rawValue, UInt8(table), UInt8(key))
        }
    }

    private static var front: String? {
        ConfigurationLines.read("/sys/class/tty/tty0/active").first.map { "/dev/\($0)" }
    }

    /// Plain, Shift, AltGr, Shift+AltGr: the index of the kernel's table is the sum of 1 for Shift
    /// and 2 for AltGr.
    private static let tables = 0..<4

    /// The kernel's tables in XKB's text format.
    ///
    /// - Parameter entry: the meaning of a key in a table, as returned by KDGKBENT.
    static func text(_ entry: (_ key: Int, _ table: Int) -> Int32) -> String {
        var (codes, symbols, modifiers) = ("", "", "")
        for key in 1...127 {
            let actions = tables.map { ConsoleAction(entry(key, $0)) }
            let names = actions.map(\.symbol)
            if names.allSatisfy({ $0 == "NoSymbol" }) { continue }
            codes += "<K\(key)> = \(key + 8);\n"
            if let modifier = actions[0].modifier {
                symbols += "key <K\(key)> { [ \(names[0]) ] };\n"
                modifiers += "modifier_map \(modifier) { <K\(key)> };\n"
                continue
            }
            // Caps Lock only affects letters (KT_LETTER): it exchanges the tables with and without
            // Shift.
            let isLetter = actions[0].isLetter
            let isThirdLetter = actions[2].isLetter
            let type =
                switch (isLetter, isThirdLetter) {
                case (true, true): "FOUR_LEVEL_ALPHABETIC"
                case (true, false): "FOUR_LEVEL_SEMIALPHABETIC"
                default: "FOUR_LEVEL"
                }
            let levels = names.joined(separator: ", ")
            symbols += "key <K\(key)> { type = \"\(type)\", [ \(levels) ] };\n"
        }
        return """
            xkb_keymap {
            xkb_keycodes { minimum = 8; maximum = 255;
            \(codes)};
            xkb_types { include "complete" };
            xkb_compatibility { include "complete" };
            xkb_symbols { name[Group1] = "the console's keymap";
            \(symbols)\(modifiers)};
            };
            """
    }
}

/// The action of a key in one of the console's tables (linux/keyboard.h).
private struct ConsoleAction {
    /// XKB's name of the symbol; `NoSymbol` for an action that types nothing.
    var symbol = "NoSymbol"
    /// Whether Caps Lock affects it.
    var isLetter = false
    /// XKB's modifier, if the action is one.
    var modifier: String?

    /// In the order of KT_DEAD's values; the console's table only composes with the first six.
    private static let dead = [
        "dead_grave", "dead_acute", "dead_circumflex", "dead_tilde", "dead_diaeresis",
        "dead_cedilla",
    ]

    /// - Parameter entry: negative for none.
    init(_ entry: Int32) {
        if entry < 0 { return }
        let (type, value) = (entry >> 8, Int(entry & 0xFF))
        // Types from 15 on are characters beyond Latin 1, stored with the top four bits inverted.
        guard type < 15 else {
            setCharacter(UInt32(entry) ^ 0xF000)
            return
        }
        switch type {
        case KT_LATIN: setCharacter(UInt32(value))
        case KT_LETTER:
            setCharacter(UInt32(value))
            isLetter = true
        case KT_DEAD: if value < Self.dead.count { symbol = Self.dead[value] }
        case KT_SPEC: if value == 1 { symbol = "Return" }
        case KT_SHIFT: setModifier(value)
        default: break
        }
    }

    private mutating func setCharacter(_ scalar: UInt32) {
        switch scalar {
        case 8, 127: symbol = "BackSpace"
        case 9: symbol = "Tab"
        case 27: symbol = "Escape"
        case 0..<32: break
        default: symbol = "U" + String(scalar, radix: 16, uppercase: true)
        }
    }

    /// KG_SHIFT and KG_ALTGR; the others (KG_SHIFTL) lead to tables beyond the four.
    private mutating func setModifier(_ value: Int) {
        switch value {
        case 0: (symbol, modifier) = ("Shift_L", "Shift")
        case 1: (symbol, modifier) = ("ISO_Level3_Shift", "Mod5")
        default: break
        }
    }
}
