public import Dictation
import KeyStrokes
public import Problems
import X11Connection

extension XTestSink {
    /// The keys of the XTEST keyboard that would type a text now, and which of them would get other
    /// symbols for it.
    public func explain(_ text: TypableText) async throws(Problem) -> SinkExplanation {
        let (keys, shift) = try await keysOfLayout()
        var hasPrivateKeymap = false
        var uploads = 0
        var symbols: [(SymbolStroke, SinkExplanation.SymbolPlace)] = []
        for part in KeymapPlan(try SymbolStroke.typing(text), on: keys).parts {
            // The same condition as in TypingSession.
            if !part.pairs.isEmpty || hasPrivateKeymap {
                uploads += 1
                hasPrivateKeymap = true
            }
            for stroke in part.strokes {
                guard let place = part.places[stroke.symbol] else { continue }
                symbols.append((stroke, keys.explain(place, of: stroke.symbol, shift: shift)))
            }
        }
        return SinkExplanation(text, typing: symbols, uploads: uploads)
    }
}

extension KeymapPlan.Keys {
    /// A symbol's place in words, if it is the layout's own, and by its keys.
    fileprivate func explain(
        _ place: KeymapPlan.Place, of symbol: KeySymbol, shift: UInt8
    ) -> SinkExplanation.SymbolPlace {
        // X's keycodes are the kernel's plus 8.
        let codes = (place.shifted ? [shift, place.key] : [place.key]).map { "\($0 - 8)" }
        var strokes: String?
        if fixed[symbol] != nil {
            strokes = symbol.keyName
        } else if let pair = native[place.key] {
            if place.shifted, pair.shifted == symbol { strokes = "Shift+\(pair.plain.keyName)" }
            if !place.shifted, pair.plain == symbol { strokes = symbol.keyName }
        }
        return SinkExplanation.SymbolPlace(
            strokes: strokes, keys: codes.joined(separator: "+"))
    }
}
