public import Dictation

extension StrokePlanner {
    /// How each character of a text would be typed.
    public func explanation(of text: TypableText) -> SinkExplanation {
        let steps = plan(text.string).steps.map { step in
            SinkExplanation.Step(
                step.character,
                strokes: step.strokes.map { explain($0, group: step.group) },
                keys: (step.strokes ?? []).map(\.codes).joined(separator: " "))
        }
        let typable = steps.count { $0.strokes != nil }
        var summary =
            "types \(typable) of \(steps.count) characters with the keys of the layout "
            + keymap.groupName(group)
        let locks = [(KeyboardLocks.caps, "Caps Lock"), (.num, "Num Lock")]
            .filter { self.locks.contains($0.0) }.map(\.1)
        if !locks.isEmpty { summary += ", \(locks.joined(separator: " and ")) on" }
        return SinkExplanation(summary: summary, steps: steps)
    }

    /// Strokes in words, for the user: `e`, `Shift+e`, `AltGr+e`, `dead_acute, e`, `Compose, =, e`,
    /// `Alt+Shift, d`.
    ///
    /// - Parameter group: the active group at their end.
    public func explain(_ strokes: [KeyStroke], group: Int) -> String {
        // In a sequence a key is named by its symbol, by itself by its place on the keyboard.
        let isSequence = strokes.contains { $0.symbol.isDead || $0.symbol == .compose }
        return strokes.map { explain($0, group: group, bySymbol: isSequence) }
            .joined(separator: ", ")
    }

    private func explain(_ stroke: KeyStroke, group: Int, bySymbol: Bool) -> String {
        if stroke.symbol == .compose { return "Compose" }
        if stroke.symbol == .return { return "Return" }
        if bySymbol || stroke.symbol.isDead { return stroke.symbol.keyName }
        let plain = keymap.plainSymbol(stroke.key, group: group) ?? stroke.symbol
        let isSwitch = stroke.symbol.character == nil
        let key = isSwitch ? name(plain) : plain.keyName
        let held = stroke.holding.map { key in
            keymap.plainSymbol(key, group: group).map(name) ?? "key \(key)"
        }
        return (held + [key]).joined(separator: "+")
    }

    /// The label of a modifier's key.
    private func name(_ symbol: KeySymbol) -> String {
        switch symbol.name {
        case "Shift_L", "Shift_R": "Shift"
        case "Control_L", "Control_R": "Ctrl"
        case "Alt_L", "Alt_R": "Alt"
        case "Super_L", "Super_R": "Super"
        case "ISO_Level3_Shift": "AltGr"
        case "ISO_Level5_Shift": "Level5"
        case let other: other
        }
    }
}

extension KeySymbol {
    /// A printable character itself, for others the symbol's name: `e`, `dead_acute`, `space`.
    public var keyName: String {
        guard let character, character.shown == String(character) else { return name }
        return String(character)
    }
}

extension KeyStroke {
    /// The codes of its keys in linux/input-event-codes.h, held keys first: `100+18`.
    public var codes: String {
        (holding + [key]).map { "\($0)" }.joined(separator: "+")
    }
}
