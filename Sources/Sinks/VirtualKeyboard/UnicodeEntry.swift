import KeyStrokes

extension KeySymbol {
    /// Ctrl+Shift+U, which begins the entry of a code point in hexadecimal digits (ISO 14755's
    /// basic method). Not a symbol of any keymap, but a chord.
    static let unicodeEntry = KeySymbol(rawValue: .max)
    /// Ends the entry.
    static let endOfUnicodeEntry = KeySymbol(typing: " ")!
}

extension SymbolStroke {
    /// The same text for a window that cuts characters beyond U+FFFF to 16 bits: those are entered
    /// by their code points.
    static func enteringNumbers(_ strokes: [SymbolStroke]) -> [SymbolStroke] {
        strokes.flatMap { stroke -> [SymbolStroke] in
            // The symbols of these characters are named after the code point.
            guard stroke.symbol.isBeyondBMP else { return [stroke] }
            let number = String(stroke.symbol.rawValue - 0x0100_0000, radix: 16)
            let digits = number.unicodeScalars.compactMap { KeySymbol(typing: $0) }
            return ([.unicodeEntry] + digits).map { SymbolStroke($0, endsCharacter: false) }
                + [SymbolStroke(.endOfUnicodeEntry, endsCharacter: stroke.endsCharacter)]
        }
    }
}
