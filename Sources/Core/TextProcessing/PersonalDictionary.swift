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
            guard tokens[index].isWord, let (rule, count) = phrases.match(tokens, at: index) else {
                result.append(tokens[index])
                index += 1
                continue
            }
            index += count
            guard !rule.text.isEmpty else { continue }
            var token = Token.fixed(rule.text)
            if !rule.isExact { token.letterCase = .free }
            result.append(token)
        }
        return result
    }
}
