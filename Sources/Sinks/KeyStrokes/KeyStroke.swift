/// A key that is pressed and released while others are held. All keys are evdev codes
/// (linux/input-event-codes.h): X11's keycodes minus 8.
public struct KeyStroke: Hashable, Sendable {
    /// The key that yields the symbol, by its evdev code.
    public let key: UInt16
    /// The keys to hold, in the order in which to press them.
    public let holding: [UInt16]
    /// The symbol that it yields under the locks for which it was planned.
    public let symbol: KeySymbol

    public init(key: UInt16, holding: [UInt16] = [], symbol: KeySymbol) {
        self.key = key
        self.holding = holding
        self.symbol = symbol
    }

    /// Whether it is part of a sequence that a program composes a character of.
    package var isComposed: Bool { symbol.isDead || symbol == .compose }

    /// The effort for a hand: a key costs most, held keys less.
    var cost: Int { 10 + 3 * holding.count + (symbol == .compose ? 5 : 0) }

    /// Whether the key is one of the main block with a character: digits, letters, punctuation,
    /// space, and the extra keys of ISO, Brazilian and Japanese keyboards (86, 89, 124).
    static func isPrintable(_ key: UInt16) -> Bool {
        switch key {
        case 2...13, 16...27, 30...41, 43...53, 57, 86, 89, 124: true
        default: false
        }
    }
}
