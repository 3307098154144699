/// The messages that the caller sends to the helper.
///
/// First ``greeting``, one byte with the number of bindings, and four bytes for each: key (2,
/// little-endian), modifiers (1), zero (1). Afterwards at any time a bit map of the live bindings
/// (1), the first binding in the lowest bit. The bindings themselves never change: a caller that
/// needs others starts another helper.
public enum HelperRequest {
    /// The most bindings of one helper: enough for a user, too few to watch the whole keyboard.
    public static let maximumBindings = 8
    /// The protocol and its version.
    public static let greeting = Array("utter-hotkeys 1\n".utf8)

    /// The request for bindings, at most ``maximumBindings``.
    public static func bind(_ chords: [HotkeyChord]) -> [UInt8] {
        greeting + [UInt8(clamping: chords.count)]
            + chords.flatMap { chord in
                let modifiers = HotkeyModifier.allCases.enumerated().reduce(UInt8(0)) {
                    bits, next in
                    bits | sideBits(chord.modifiers[next.element]) << (2 * next.offset)
                }
                return [UInt8(truncatingIfNeeded: chord.key), UInt8(chord.key >> 8), modifiers, 0]
            }
    }

    /// The request that chooses the live bindings.
    public static func live(_ isLive: [Bool]) -> [UInt8] {
        [
            isLive.prefix(maximumBindings).enumerated().reduce(0) { bits, next in
                bits | (next.element ? 1 << UInt8(next.offset) : 0)
            }
        ]
    }

    /// Two bits for each modifier, in the order of `HotkeyModifier.allCases`.
    private static func sideBits(_ side: HotkeyModifier.Side?) -> UInt8 {
        switch side {
        case nil: 0
        case .either: 1
        case .left: 2
        case .right: 3
        }
    }

    static func modifiers(_ bits: UInt8) -> [HotkeyModifier: HotkeyModifier.Side] {
        var modifiers: [HotkeyModifier: HotkeyModifier.Side] = [:]
        for (place, modifier) in HotkeyModifier.allCases.enumerated() {
            let sides: [HotkeyModifier.Side?] = [nil, .either, .left, .right]
            modifiers[modifier] = sides[Int(bits >> (2 * place) & 3)]
        }
        return modifiers
    }
}
