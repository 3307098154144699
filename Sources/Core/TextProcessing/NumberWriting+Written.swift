import Dictation

// Figures that the engine wrote, with the words around them: “20 percent”, “minus 10 degrees Celsius”.

extension NumberWriting {
    /// A written number with its sign, its unit's sign, per cent or money.
    func written(_ reader: NumberReader, _ index: Int) -> Figures? {
        guard style != .words else { return nil }
        let isNegative =
            lexicon.negative.contains(reader.key(index)) && reader.figure(at: index - 1) == nil
            && !lexicon.isNumberWord(reader.key(index - 1))
        let start = isNegative ? index + 1 : index
        guard let digits = reader.figure(at: start) else { return nil }
        if let sum = equation(reader, index) { return sum }
        let isQuantity = lexicon.quantities.contains(reader.key(start + 1))
        let sign = isNegative ? isQuantity && !plainMarks ? "−" : "-" : ""
        var figures = suffixed(reader, sign + digits, start + 1, whole: nil)
        if let symbol = lexicon.currencies[reader.key(figures.next - 1)]?.symbol,
            figures.text.contains(symbol), let part = writtenPart(reader, figures.next, symbol),
            !digits.contains(where: { !$0.isNumber })
        {
            let text = sign + digits + lexicon.words.decimalMark + part.text
            figures = Figures(Figures.money(text, symbol, lexicon.words), part.next)
        }
        return figures.next > start + 1 || isNegative ? figures : nil
    }

    /// The cents of “5 pounds 50” and “5 dollars and 20 cents”.
    private func writtenPart(
        _ reader: NumberReader, _ start: Int, _ symbol: String
    ) -> (text: String, next: Int)? {
        let place = lexicon.and.contains(reader.key(start)) ? start + 1 : start
        guard let digits = reader.figure(at: place), let value = Int(digits),
            (1...99).contains(value)
        else { return nil }
        let parts = lexicon.words.currencies.first { $0.symbol == symbol }?.parts ?? []
        if parts.contains(reader.key(place + 1)) {
            return (Figures.twoDigits(value), place + 2)
        }
        return place == start && reader.key(place + 1).isEmpty
            ? (Figures.twoDigits(value), place + 1) : nil
    }
}

extension NumberReader {
    /// The text of a number that the engine wrote in figures: `10`, `2.5`, `1,000`.
    func figure(at index: Int) -> String? {
        guard tokens.indices.contains(index), tokens[index].isWord else { return nil }
        let text = tokens[index].text
        guard text.first?.isNumber ?? false, text.last?.isNumber ?? false,
            text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "," })
        else { return nil }
        return text
    }
}
