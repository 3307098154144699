public import Problems

extension HotkeyChord {
    /// Parses a chord: a key, or modifiers and a key with `+` between them (`RightCtrl`,
    /// `Super+F9`, `ctrl + alt + d`, `KEY_PLAYPAUSE`, `BTN_SIDE`). A modifier without a side stands
    /// for either of its keys; as the last key it needs a side.
    ///
    /// - Throws: what is wrong with which part; for a misspelt name, similar ones.
    public init(_ text: String, names: KeyNames) throws(Problem) {
        let parts = text.split(separator: "+", omittingEmptySubsequences: false)
        var modifiers: [HotkeyModifier: HotkeyModifier.Side] = [:]
        for part in parts.dropLast() {
            let (modifier, side) = try Self.modifier(String(part), of: text, names)
            guard modifiers.updateValue(side, forKey: modifier) == nil else {
                throw Problem(
                    "“\(text)” isn't a chord", why: "\(modifier.name(.either)) is there twice")
            }
        }
        let code = try names.code(of: String(parts.last!))
        if let own = HotkeyModifier.ofKey(code), let side = modifiers[own.modifier],
            side == own.side
        {
            throw Problem(
                "“\(text)” isn't a chord", why: "\(own.modifier.name(own.side)) is there twice")
        }
        self.init(modifiers: modifiers, key: code, keyName: names.shortName(of: code))
    }

    private static func modifier(
        _ part: String, of chord: String, _ names: KeyNames
    ) throws(Problem) -> (HotkeyModifier, HotkeyModifier.Side) {
        let plain = KeyNames.plain(part)
        if let modifier = HotkeyModifier.named[plain] { return (modifier, .either) }
        if let code = try? names.code(of: part), let own = HotkeyModifier.ofKey(code) {
            return own
        }
        let similar = Spelling.nearest(
            to: plain, among: ["CTRL", "CONTROL", "SHIFT", "ALT", "SUPER", "META"])
        throw Problem(
            "“\(part)” isn't a modifier",
            why: "in “\(chord)” all keys but the last must be Ctrl, Shift, Alt or Super",
            remedy: similar.flatMap { HotkeyModifier.named[$0] }
                .map { "Did you mean \($0.name(.either))?" } ?? "")
    }
}

extension HotkeyModifier {
    /// The names of modifiers without a side, plain as in ``KeyNames/plain(_:)``.
    fileprivate static let named: [String: HotkeyModifier] = [
        "CTRL": .ctrl, "CONTROL": .ctrl, "SHIFT": .shift, "ALT": .alt, "SUPER": .super,
        "META": .super, "WIN": .super, "WINDOWS": .super, "LOGO": .super, "MOD4": .super,
    ]
}
