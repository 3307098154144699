// Simple fractions: two-thirds of the people.

extension NumberWriting {
    /// The index after a simple fraction before what it is of: “two-thirds of the people” (9.14).
    func fraction(_ reader: NumberReader, _ index: Int) -> Int? {
        guard let count = lexicon.words.cardinals[reader.key(index)], (1...9).contains(count),
            (count > 1 ? lexicon.pluralFractions : lexicon.fractions)
                .contains(reader.key(index + 1)),
            !lexicon.isNumberWord(reader.key(index - 1)),
            lexicon.afterFractions.match(reader.tokens, at: index + 2) != nil
        else { return nil }
        return index + 2
    }
}
