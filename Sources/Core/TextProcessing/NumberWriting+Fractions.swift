// Simple fractions: two-thirds of the people.

extension NumberWriting {
    /// Whether two words are a simple fraction before what it is of: “two-thirds of the people”
    /// (Chicago Manual of Style 9.14).
    func isFraction(_ reader: NumberReader, _ index: Int) -> Bool {
        guard let count = lexicon.words.cardinals[reader.key(index)], (1...9).contains(count)
        else { return false }
        return (count > 1 ? lexicon.pluralFractions : lexicon.fractions)
            .contains(reader.key(index + 1))
            && !lexicon.isNumberWord(reader.key(index - 1))
            && lexicon.afterFractions.match(reader.tokens, at: index + 2) != nil
    }
}
