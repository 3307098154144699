import KeyStrokes

/// A keymap of our own, as text in the format XKB_KEYMAP_FORMAT_TEXT_V1
/// (libxkbcommon, doc/keymap-format-text-v1.md).
struct PrivateKeymap {
    let slots: [KeySymbol: PrivateKeymapPlan.Slot]

    /// Keys that are pressed as they are, by their codes in linux/input-event-codes.h. Receivers
    /// also go by the code of these, whatever symbol they have.
    static let fixed: [KeySymbol: PrivateKeymapPlan.Slot] = [
        .backspace: .init(key: 14, level: 0),
        .tab: .init(key: 15, level: 0),
        .return: .init(key: 28, level: 0),
        KeySymbol(typing: " ")!: .init(key: 57, level: 0),
    ]

    /// Codes of keys that type something on every keyboard: the main block (with the extra keys
    /// of ISO, Japanese and Brazilian ones), then the number pad. No others: a receiver may act
    /// on the code of a function key whatever its symbol (Chromium reloads on F5).
    private static let codes: [UInt8] = Array(2...13) + Array(16...27) + Array(30...41)
        + Array(43...53) + [86, 89, 124] + Array(71...83) + [55, 98, 117, 121]

    /// The real modifiers that select a level (X11's numbering): Shift, then what the types of
    /// the keymap call LevelThree (Mod5) and LevelFive (Mod3).
    static func modifiers(level: Int) -> UInt32 {
        UInt32((level & 1) | (level & 2) << 6 | (level & 4) << 3)
    }

    /// The slots to fill: all keys alone first, then with Shift, and the six other levels only
    /// for a text of very many symbols.
    static let free: [PrivateKeymapPlan.Slot] = (0..<8).flatMap { level in
        codes.map { PrivateKeymapPlan.Slot(key: $0, level: level) }
    }

    /// All of ASCII: most dictated English needs no other.
    static let plain: PrivateKeymap = {
        let letters = "etaoinshrdlcumwfgypbvkjxqz"
        let others = letters.uppercased() + "0123456789.,'-?!:;()\"/&%$*+=@#<>[]_\\^`{|}~"
        let symbols = (letters + others).unicodeScalars.compactMap { KeySymbol(typing: $0) }
        return PrivateKeymap(slots: fixed.merging(zip(symbols, free)) { fixed, _ in fixed })
    }()

    /// The text of the keymap. Codes end at 255 for X11's sake; types and compatibility are
    /// complete because Xwayland refuses a keymap without the basic ones.
    var text: String {
        var keys: [UInt8: [KeySymbol]] = [:]
        // In order of level, for a key's levels are filled from the lowest.
        for (symbol, slot) in slots.sorted(by: { $0.value.level < $1.value.level }) {
            keys[slot.key, default: []].append(symbol)
        }
        var codes = ""
        var symbols = ""
        for (code, levels) in keys.sorted(by: { $0.key < $1.key }) {
            codes += "<K\(code)>=\(UInt32(code) + 8);\n"
            // A single symbol twice: the type ALPHABETIC would be guessed for a letter.
            let names = (levels.count == 1 ? [levels[0], levels[0]] : levels).map(\.name)
            symbols += "key <K\(code)>{type=\"\(Self.type(names.count))\","
                + "[\(names.joined(separator: ","))]};\n"
        }
        return """
            xkb_keymap {
            xkb_keycodes "utter" {
            minimum=8; maximum=255;
            <LFSH>=50; <LVL3>=92; <LVL5>=203;
            \(codes)};
            xkb_types "utter" { include "complete" };
            xkb_compatibility "utter" { include "complete" };
            xkb_symbols "utter" {
            key <LFSH>{[Shift_L]}; modifier_map Shift { <LFSH> };
            key <LVL3>{[ISO_Level3_Shift]}; modifier_map Mod5 { <LVL3> };
            key <LVL5>{[ISO_Level5_Shift]}; modifier_map Mod3 { <LVL5> };
            \(symbols)};
            };
            """
    }

    private static func type(_ levels: Int) -> String {
        switch levels {
        case ...2: "TWO_LEVEL"
        case ...4: "FOUR_LEVEL"
        default: "EIGHT_LEVEL"
        }
    }
}
