/// Keys that are pressed together: modifiers that are held, then a last key.
public struct HotkeyChord: Hashable, Sendable, CustomStringConvertible {
    /// The modifiers that must be held, and no others, when the last key goes down.
    public let modifiers: [HotkeyModifier: HotkeyModifier.Side]
    /// The code of the last key (linux/input-event-codes.h, KEY_… or BTN_…). The key can be a
    /// modifier.
    public let key: UInt16
    /// The name of the last key in the configuration.
    public let keyName: String

    public init(
        modifiers: [HotkeyModifier: HotkeyModifier.Side] = [:], key: UInt16, keyName: String
    ) {
        self.modifiers = modifiers
        self.key = key
        self.keyName = keyName
    }

    /// As the configuration writes it: `Super+F9`.
    public var description: String {
        let held = HotkeyModifier.allCases.compactMap { modifier in
            modifiers[modifier].map { modifier.name($0) }
        }
        return (held + [keyName]).joined(separator: "+")
    }

    /// Chords of the same keys are equal, whatever their names.
    public static func == (left: HotkeyChord, right: HotkeyChord) -> Bool {
        left.key == right.key && left.modifiers == right.modifiers
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(key)
        hasher.combine(modifiers)
    }

    /// Whether the last key is a modifier. Then the chord is also the beginning of others
    /// (RightCtrl of RightCtrl+C), which spoil it.
    public var endsInModifier: Bool { HotkeyModifier.allKeys.contains(key) }

    /// Whether its reports could reveal typed text: the last key prints something and no modifier
    /// prevents that. Shift doesn't, and neither does the right Alt key, which is AltGr in many
    /// layouts.
    public var isRevealing: Bool { isRevealing(where: []) }

    /// The same on a machine where these keys print, too.
    func isRevealing(where printing: Set<UInt16>) -> Bool {
        let printsNothing =
            modifiers[.ctrl] != nil || modifiers[.super] != nil
            || (modifiers[.alt] ?? .right) != .right
        let prints =
            PrintingKeys.contains(key) || printing.contains(key)
            || modifiers[.shift] != nil && PrintingKeys.withShift.contains(key)
        return prints && !printsNothing
    }

    /// The same keys without the modifiers that would prevent that they print.
    var unprotected: HotkeyChord {
        HotkeyChord(
            modifiers: modifiers.filter { $0.key == .shift }, key: key, keyName: keyName)
    }

    /// Whether the same keys can press both chords, as LeftCtrl+F9 presses both Ctrl+F9 and
    /// LeftCtrl+F9.
    public func overlaps(_ other: HotkeyChord) -> Bool {
        key == other.key && Set(modifiers.keys) == Set(other.modifiers.keys)
            && modifiers.allSatisfy { modifier, side in
                let otherSide = other.modifiers[modifier]
                return side == .either || otherSide == .either || side == otherSide
            }
    }

    /// Whether the held modifier keys match this chord. Keys in `spare`, which hold another chord,
    /// may be held or not.
    func isPressed(held: Set<UInt16>, spare: Set<UInt16>) -> Bool {
        var extra = held.subtracting(spare)
        for (modifier, side) in modifiers {
            let keys = modifier.keys(side)
            guard keys.contains(where: held.contains) else { return false }
            extra.subtract(keys)
        }
        return extra.isEmpty
    }
}

/// The codes of the keys that print in some layout, model or option of xkeyboard-config; a test
/// compares them. RightCtrl isn't among them: it prints only in br(thinkpad), where the helper
/// refuses it, and is the default hotkey elsewhere.
enum PrintingKeys {
    /// Digits to `=`, Q to `]`, A to `\``, `\` to `/`, keypad, space, the extra keys of
    /// international keyboards, the dots of Braille keyboards, and the keypad of telephones.
    /// Backspace prints `]` with the option japan:nicola_f_bs, NumLock `=` in Neo, a key of the
    /// model olpc `×`.
    private static let ranges: [ClosedRange<UInt16>] = [
        69...69, 211...211, 2...14, 16...27, 30...41, 43...53, 55...55, 57...57, 71...83, 86...86,
        89...89, 95...95, 98...98, 117...118, 121...121, 124...124, 179...180, 0x1B2...0x1B3,
        0x1F1...0x1FA,
        0x200...0x20F,
    ]

    /// F6, F8, F9, F11 and F12, which print with Shift only: № " ' ? and | in ru(winkeys-p) of
    /// xkeyboard-config 2.42. Alone they are hotkeys like the other function keys.
    static let withShift: Set<UInt16> = [64, 66, 67, 87, 88]

    static func contains(_ key: UInt16) -> Bool {
        ranges.contains { $0.contains(key) }
    }
}
