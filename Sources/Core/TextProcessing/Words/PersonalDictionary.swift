/// Replaces words and phrases by the user's dictionary.
struct PersonalDictionary: Sendable {
    private let phrases: PhraseTable<TextReplacement>

    init(_ replacements: [TextReplacement]) {
        phrases = PhraseTable(
            replacements.compactMap { rule in
                if case .phrase(let phrase) = rule.subject { (phrase, rule) } else { nil }
            })
    }

    func apply(_ tokens: [Token]) -> [Token] {
        var result: [Token] = []
        result.reserveCapacity(tokens.count)
        var index = 0
        while index < tokens.count {
            guard let (rule, count, ending) = match(tokens, index) else {
                result.append(tokens[index])
                index += 1
                continue
            }
            index += count
            guard !rule.text.isEmpty else { continue }
            var token = Token.fixed(rule.text + ending)
            if !rule.isExact { token.letterCase = .free }
            result.append(token)
        }
        return result
    }

    /// The rule for the words at an index, or for one word without its “'s”.
    private func match(
        _ tokens: [Token], _ index: Int
    ) -> (rule: TextReplacement, count: Int, ending: String)? {
        guard tokens[index].isWord else { return nil }
        if let (rule, count) = phrases.match(tokens, at: index) { return (rule, count, "") }
        guard tokens[index].key.hasSuffix("'s") else { return nil }
        var word = tokens[index]
        word.key = String(word.key.dropLast(2))
        guard let (rule, _) = phrases.match([word], at: 0), !rule.text.isEmpty else { return nil }
        return (rule, 1, String(tokens[index].text.suffix(2)))
    }
}
