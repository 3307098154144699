import Dictation

// The numbers of rulers: Henry VIII, Heinrich VIII.

extension NumberWriting {
    /// The number of a ruler in place of the article before it and the ordinal: “Henry VIII”
    /// (Chicago Manual of Style 9.41), “Heinrich VIII.” (Duden: Zahlen und Ziffern). Who has no title
    /// must be known with that number.
    func ruler(_ reader: NumberReader, _ index: Int, _ number: SpokenNumber?) -> Figures? {
        guard style != .words, let number, number.isOrdinal, (1...30).contains(number.value),
            lexicon.rulerArticles.contains(reader.key(index - 1)),
            reader.tokens[index - 1].isFree, isUncounted(reader, number.next),
            isRuler(reader, index - 2, number.value), let text = Figures.roman(number.value)
        else { return nil }
        return Figures(text + (lexicon.words.grammar == .german ? "." : ""), number.next)
    }

    private func isRuler(_ reader: NumberReader, _ name: Int, _ number: Int) -> Bool {
        let key = reader.key(name)
        guard !key.isEmpty, !lexicon.isNumberWord(key) else { return false }
        let before = reader.key(name - 1)
        if lexicon.isName(key), lexicon.rulerTitles.contains(before) { return true }
        let highest = lexicon.words.rulers[key] ?? lexicon.words.rulers["\(before) \(key)"]
        return highest.map { number <= $0 } ?? false
    }
}
