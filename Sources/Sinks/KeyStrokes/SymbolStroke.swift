public import Dictation
public import Problems

/// A symbol to type on a keymap that is made for the text.
public struct SymbolStroke: Hashable, Sendable {
    public let symbol: KeySymbol
    /// Whether it completes a character (grapheme cluster).
    public let endsCharacter: Bool

    public init(_ symbol: KeySymbol, endsCharacter: Bool) {
        self.symbol = symbol
        self.endsCharacter = endsCharacter
    }

    /// Whether Control is held for it.
    public var isControlled: Bool { KeySymbol.controlled[symbol] != nil }

    /// The strokes that type a text: one for each scalar.
    public static func typing(_ text: TypableText) throws(Problem) -> [SymbolStroke] {
        var strokes: [SymbolStroke] = []
        strokes.reserveCapacity(text.string.unicodeScalars.count)
        for character in text.string {
            for scalar in character.unicodeScalars {
                guard let symbol = KeySymbol(typing: scalar) else {
                    let code = String(scalar.value, radix: 16, uppercase: true)
                    throw Problem("cannot type U+\(code)", why: "no key symbol stands for it")
                }
                strokes.append(SymbolStroke(symbol, endsCharacter: false))
            }
            strokes[strokes.count - 1] = SymbolStroke(
                strokes[strokes.count - 1].symbol, endsCharacter: true)
        }
        return strokes
    }

    /// The strokes that delete `count` characters before the cursor.
    public static func deleting(_ count: Int) -> [SymbolStroke] {
        Array(repeating: SymbolStroke(.backspace, endsCharacter: true), count: max(0, count))
    }

    /// The strokes that select `count` characters more before the cursor: Shift+Left.
    public static func selecting(_ count: Int) -> [SymbolStroke] {
        Array(repeating: SymbolStroke(.selectLeft, endsCharacter: true), count: max(0, count))
    }

    /// The strokes that move the cursor by `offset` characters.
    public static func moving(_ offset: Int) -> [SymbolStroke] {
        let symbol: KeySymbol = offset < 0 ? .left : .right
        return Array(repeating: SymbolStroke(symbol, endsCharacter: true), count: abs(offset))
    }

    /// The strokes that press a key `count` times.
    public static func pressing(_ key: EditingKey, _ count: Int) -> [SymbolStroke] {
        let symbol: KeySymbol =
            switch key {
            case .enter: .return
            case .tab: .tab
            case .escape: .escape
            case .right: .right
            case .shiftRight: .selectRight
            case .home: .home
            case .end: .end
            case .bold: .bold
            case .italic: .italic
            case .underline: .underline
            case .pageBreak: .pageBreak
            case .selectAll: .selectAll
            case .textStart: .textStart
            case .textEnd: .textEnd
            }
        return Array(repeating: SymbolStroke(symbol, endsCharacter: true), count: max(0, count))
    }
}
