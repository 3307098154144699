/// Tells the capital that an engine writes at the beginning of any sound from a name's: where a
/// sentence goes on, its first word is small. A value of a language.
struct Continuations: Sendable {
    /// Whether nouns have capitals: then only words that are known to be none are small.
    private let hasCapitalNouns: Bool
    private let hasRules: Bool
    /// Words that are no nouns.
    private let small: Set<String>
    private let names: Set<String>
    private let words: (any WordList)?

    init(_ language: Language, words: (any WordList)?) {
        self.words = words
        hasRules = !language.classes.isEmpty
        hasCapitalNouns = language.tag.prefix(2) == "de"
        let kinds: [WordClass] = [
            .adjectives, .degrees, .prepositions, .particles, .beforeVerbs, .subjects, .causing,
            .ends, .verbs, .finiteVerbs, .auxiliaries, .linkingVerbs, .conjunctions, .starters,
            .requests, .subordinators,
        ]
        small = Set(kinds.flatMap { language[$0] } + language[.articles])
        let numbers = language.numbers
        let all = language[.names] + numbers[.months] + numbers[.weekdays]
        names = Set(all.map { Token.key(of: $0) } + language.titles.keys + language[.nameTitles])
    }

    /// Whether the word at an index is small but for the beginning of the sound.
    func areSmall(_ tokens: [Token], at index: Int) -> Bool {
        let token = tokens[index]
        guard hasRules, token.isWord, token.letterCase == .free, let first = token.text.first,
            first.isUppercase, token.text.count > 1,
            token.text.dropFirst().allSatisfy({ !$0.isUppercase && !$0.isNumber }),
            !isName(token.key)
        else { return false }
        if hasCapitalNouns {
            guard let words, !small.contains(token.key) else { return small.contains(token.key) }
            return words.contains(token.key) && !words.contains(token.text)
        }
        // “Maya Angelou” is a name whoever she is.
        let next = tokens.dropFirst(index + 1).first
        return
            !(next?.isWord ?? false && next?.text.first?.isUppercase ?? false && next?.key != "i")
    }

    private func isName(_ key: String) -> Bool {
        names.contains(key) || key.hasSuffix("'s") && names.contains(String(key.dropLast(2)))
            || key == "i" || key.hasPrefix("i'")
    }
}
