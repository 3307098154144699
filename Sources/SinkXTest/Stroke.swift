import Dictation
import KeyStrokes

/// One key to press and release.
struct Stroke: Hashable {
    let symbol: KeySymbol
    /// Whether a character (grapheme cluster) is complete with it.
    let endsCharacter: Bool

    /// The strokes that type a text: one for each scalar.
    static func typing(_ text: TypableText) throws(Problem) -> [Stroke] {
        var strokes: [Stroke] = []
        strokes.reserveCapacity(text.string.utf8.count)
        for character in text.string {
            let scalars = character.unicodeScalars
            for index in scalars.indices {
                guard let symbol = KeySymbol(typing: scalars[index]) else {
                    throw Problem(
                        "cannot type U+\(String(scalars[index].value, radix: 16, uppercase: true))",
                        why: "X11 has no key symbol for it")
                }
                let isLast = scalars.index(after: index) == scalars.endIndex
                strokes.append(Stroke(symbol: symbol, endsCharacter: isLast))
            }
        }
        return strokes
    }

    /// The strokes that delete characters before the cursor.
    static func deleting(_ count: Int) -> [Stroke] {
        Array(repeating: Stroke(symbol: .backspace, endsCharacter: true), count: max(0, count))
    }
}
