public import Dictation

// Keys that edit, by their codes in linux/input-event-codes.h. No layout changes what they mean.
extension KeyStroke {
    /// Deletes the character before the cursor: KEY_BACKSPACE.
    public static let deleting = KeyStroke(key: 14, symbol: .backspace)

    /// Selects the character before the cursor: KEY_LEFT with KEY_LEFTSHIFT.
    public static let selecting = KeyStroke(key: 105, holding: [42], symbol: .left)

    /// Moves the cursor by a character, to the left if `offset` is negative: KEY_LEFT or KEY_RIGHT.
    public static func moving(by offset: Int) -> KeyStroke {
        offset < 0 ? KeyStroke(key: 105, symbol: .left) : pressing(.right)
    }

    public static func pressing(_ key: EditingKey) -> KeyStroke {
        switch key {
        case .enter: KeyStroke(key: 28, symbol: .return)  // KEY_ENTER
        case .tab: KeyStroke(key: 15, symbol: .tab)  // KEY_TAB
        case .escape: KeyStroke(key: 1, symbol: .escape)  // KEY_ESC
        case .right: KeyStroke(key: 106, symbol: .right)  // KEY_RIGHT
        case .home: KeyStroke(key: 102, symbol: .home)  // KEY_HOME
        case .end: KeyStroke(key: 107, symbol: .end)  // KEY_END
        }
    }
}
