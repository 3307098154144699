import KeyStrokes
import WaylandClient

/// A keymap of our own, as text in the format XKB_KEYMAP_FORMAT_TEXT_V1
/// (libxkbcommon, doc/keymap-format-text-v1.md).
struct PrivateKeymap {
    let slots: [KeySymbol: PrivateKeymapPlan.Slot]

    /// Keys that are pressed unchanged, by their codes in linux/input-event-codes.h. Receivers also
    /// act on the codes of these, whatever their symbols.
    static let fixed: [KeySymbol: PrivateKeymapPlan.Slot] = [
        .backspace: .init(key: 14, level: 0),
        .tab: .init(key: 15, level: 0),
        .return: .init(key: 28, level: 0),
        .escape: .init(key: 1, level: 0),
        .left: .init(key: 105, level: 0),
        .right: .init(key: 106, level: 0),
        .home: .init(key: 102, level: 0),
        .end: .init(key: 107, level: 0),
        .selectLeft: .init(key: 105, level: chordLevel),
        .selectRight: .init(key: 106, level: chordLevel),
        .softReturn: .init(key: 28, level: chordLevel),
        KeySymbol(typing: " ")!: .init(key: 57, level: 0),
        // On their usual keys, for the shortcuts that they are part of.
        KeySymbol(typing: "a")!: .init(key: 30, level: 0),
        KeySymbol(typing: "A")!: .init(key: 30, level: 1),
        KeySymbol(typing: "u")!: .init(key: 22, level: 0),
        KeySymbol(typing: "U")!: .init(key: 22, level: 1),
        KeySymbol(typing: "b")!: .init(key: 48, level: 0),
        KeySymbol(typing: "B")!: .init(key: 48, level: 1),
        KeySymbol(typing: "i")!: .init(key: 23, level: 0),
        KeySymbol(typing: "I")!: .init(key: 23, level: 1),
        .bold: .init(key: 48, level: controlLevel),
        .italic: .init(key: 23, level: controlLevel),
        .underline: .init(key: 22, level: controlLevel),
        .pageBreak: .init(key: 28, level: controlLevel),
        .selectAll: .init(key: 30, level: controlLevel),
        .textStart: .init(key: 102, level: controlLevel),
        .textEnd: .init(key: 107, level: controlLevel),
        .unicodeEntry: .init(key: 22, level: shortcutLevel),
    ]

    /// A level in addition to the keymap's: Shift's, with Control pressed.
    private static let shortcutLevel = levels * groups
    /// Another one: Shift's, on a key that has no other symbol with Shift.
    private static let chordLevel = shortcutLevel + 1
    /// A third one: no level's, with Control pressed.
    private static let controlLevel = shortcutLevel + 2

    /// Codes of keys that type something on every keyboard: the main block (with the extra keys
    /// of ISO, Japanese and Brazilian ones), then the number pad. No others: a receiver may act
    /// on the code of a function key whatever its symbol (Chromium reloads on F5).
    private static let codes: [UInt8] =
        Array(2...13) + Array(16...27) + Array(30...41)
        + Array(43...53) + [86, 89, 124] + Array(71...83) + [55, 98, 117, 121]

    /// The number of levels in a group (with or without Shift, LevelThree and LevelFive) and of
    /// groups (XKB allows four).
    private static let levels = 8
    private static let groups = 4

    /// The state that selects a slot's level: the group, and the real modifiers (in X11's
    /// numbering) Shift, Mod5 for LevelThree, Mod3 for LevelFive.
    struct Selection: Hashable {
        var modifiers: UInt32 = 0
        var group: UInt32 = 0

        init(level: Int) {
            if level == shortcutLevel {
                modifiers = VirtualKeyboard.shift | VirtualKeyboard.control
                return
            }
            if level == chordLevel {
                modifiers = VirtualKeyboard.shift
                return
            }
            if level == controlLevel {
                modifiers = VirtualKeyboard.control
                return
            }
            modifiers = UInt32((level & 1) | (level & 2) << 6 | (level & 4) << 3)
            group = UInt32(level / levels)
        }
    }

    /// The slots to fill: first all keys without modifiers, then with Shift; the other levels and
    /// groups only for a text with very many symbols.
    static let free: [PrivateKeymapPlan.Slot] = {
        let taken = Set(fixed.values)
        return (0..<levels * groups).flatMap { level in
            codes.map { PrivateKeymapPlan.Slot(key: $0, level: level) }
        }.filter { !taken.contains($0) }
    }()

    /// A keymap for all of ASCII: most dictated English needs no other.
    static let plain: PrivateKeymap = {
        let letters = "etaoinshrdlcumwfgypbvkjxqz"
        let others = letters.uppercased() + "0123456789.,'-?!:;()\"/&%$*+=@#<>[]_\\^`{|}~"
        let symbols = (letters + others).unicodeScalars.compactMap { KeySymbol(typing: $0) }
            .filter { fixed[$0] == nil }
        return PrivateKeymap(slots: fixed.merging(zip(symbols, free)) { fixed, _ in fixed })
    }()

    /// The text of the keymap. Codes end at 255 because of X11; types and compatibility are
    /// complete because Xwayland refuses a keymap without the basic ones.
    var text: String {
        var keys: [UInt8: [Int: KeySymbol]] = [:]
        for (symbol, slot) in slots where slot.level < Self.shortcutLevel {
            keys[slot.key, default: [:]][slot.level] = symbol
        }
        var codes = ""
        var symbols = ""
        for (code, symbolsByLevel) in keys.sorted(by: { $0.key < $1.key }) {
            codes += "<K\(code)>=\(UInt32(code) + 8);\n"
            symbols += "key <K\(code)>{\(Self.groups(symbolsByLevel))};\n"
        }
        return """
            xkb_keymap {
            xkb_keycodes "utter" {
            minimum=8; maximum=255;
            <LCTL>=37; <LFSH>=50; <LVL3>=92; <LVL5>=203;
            \(codes)};
            xkb_types "utter" { include "complete" };
            xkb_compatibility "utter" { include "complete" };
            xkb_symbols "utter" {
            key <LCTL>{[Control_L]}; modifier_map Control { <LCTL> };
            key <LFSH>{[Shift_L]}; modifier_map Shift { <LFSH> };
            key <LVL3>{[ISO_Level3_Shift]}; modifier_map Mod5 { <LVL3> };
            key <LVL5>{[ISO_Level5_Shift]}; modifier_map Mod3 { <LVL5> };
            \(symbols)};
            };
            """
    }

    /// The symbols of a key, group by group.
    private static func groups(_ symbols: [Int: KeySymbol]) -> String {
        let last = symbols.keys.max()!
        return (0...last / levels).map { group in
            let first = group * levels
            if let symbol = symbols[0], symbols.count == 1,
                KeySymbol.shifted.values.contains(symbol)
            {
                // Otherwise Shift would be consumed by the choice of the level, and select no text.
                return "type[1]=\"ONE_LEVEL\",symbols[1]=[\(symbol.name)]"
            }
            let names = (first...min(last, first + levels - 1)).map {
                symbols[$0]?.name ?? "NoSymbol"
            }
            // A single symbol is repeated: for a letter the type ALPHABETIC would be chosen.
            let level = names.count == 1 ? [names[0], names[0]] : names
            return "type[\(group + 1)]=\"\(type(level.count))\","
                + "symbols[\(group + 1)]=[\(level.joined(separator: ","))]"
        }.joined(separator: ",")
    }

    private static func type(_ levels: Int) -> String {
        switch levels {
        case ...2: "TWO_LEVEL"
        case ...4: "FOUR_LEVEL"
        default: "EIGHT_LEVEL"
        }
    }
}
