extension [SymbolStroke] {
    /// Cuts where the distinct symbols would exceed a keymap's capacity: between characters, unless
    /// a single character has more symbols than fit.
    ///
    /// - Parameters:
    ///   - capacity: how many symbols fit on a keymap, at least one.
    ///   - fixed: symbols that every keymap has.
    public func cut(capacity: Int, except fixed: Set<KeySymbol>) -> [ArraySlice<SymbolStroke>] {
        var slices: [ArraySlice<SymbolStroke>] = []
        var start = 0
        var boundary = 0
        var symbols: Set<KeySymbol> = []
        var index = 0
        while index < count {
            let symbol = self[index].symbol
            if !fixed.contains(symbol), !symbols.contains(symbol) {
                if symbols.count == capacity {
                    let end = boundary > start ? boundary : index
                    slices.append(self[start..<end])
                    (start, boundary, index) = (end, end, end)
                    symbols = []
                    continue
                }
                symbols.insert(symbol)
            }
            if self[index].endsCharacter { boundary = index + 1 }
            index += 1
        }
        if start < count { slices.append(self[start...]) }
        return slices
    }
}
