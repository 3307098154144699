public import Dictation
public import Problems

// Keys that edit, by their codes in linux/input-event-codes.h. No layout changes what they mean,
// but for the letters of chords.
extension KeyStroke {
    /// Deletes the character before the cursor: KEY_BACKSPACE.
    public static let deleting = KeyStroke(key: 14, symbol: .backspace)

    /// Selects the character before the cursor: KEY_LEFT with KEY_LEFTSHIFT.
    public static let selecting = KeyStroke(key: 105, holding: [42], symbol: .left)

    /// Moves the cursor by a character, to the left if `offset` is negative: KEY_LEFT or KEY_RIGHT.
    public static func moving(by offset: Int) -> KeyStroke {
        offset < 0 ? KeyStroke(key: 105, symbol: .left) : pressing(.right)
    }

    /// - Throws: a problem if the active group has no key with the letter of a chord. In another
    ///   group, or with modifiers, a program may take it for another chord.
    public static func pressing(
        _ key: EditingKey, on planner: StrokePlanner
    ) throws(Problem) -> KeyStroke {
        guard let letter = key.letter else { return pressing(key) }
        guard let code = planner.keymap.key(typing: letter, group: planner.group) else {
            throw Problem(
                "cannot press Ctrl+\(letter.uppercased())",
                why: """
                    the layout \(planner.keymap.groupName(planner.group)) has no key “\(letter)” \
                    without modifiers
                    """,
                remedy: "Switch to a layout with Latin letters.")
        }
        // KEY_LEFTCTRL
        return KeyStroke(
            key: code, holding: [29], symbol: KeySymbol(typing: letter.unicodeScalars.first!)!)
    }

    /// A key without a letter.
    private static func pressing(_ key: EditingKey) -> KeyStroke {
        switch key {
        case .enter: KeyStroke(key: 28, symbol: .return)  // KEY_ENTER
        case .tab: KeyStroke(key: 15, symbol: .tab)  // KEY_TAB
        case .escape: KeyStroke(key: 1, symbol: .escape)  // KEY_ESC
        case .right: KeyStroke(key: 106, symbol: .right)  // KEY_RIGHT
        // KEY_RIGHT with KEY_LEFTSHIFT
        case .shiftRight: KeyStroke(key: 106, holding: [42], symbol: .right)
        case .home: KeyStroke(key: 102, symbol: .home)  // KEY_HOME
        case .end: KeyStroke(key: 107, symbol: .end)  // KEY_END
        case .pageBreak: KeyStroke(key: 28, holding: [29], symbol: .return)
        case .textStart: KeyStroke(key: 102, holding: [29], symbol: .home)
        case .textEnd: KeyStroke(key: 107, holding: [29], symbol: .end)
        case .bold, .italic, .underline, .selectAll:
            preconditionFailure("a key that depends on the layout")
        }
    }
}
