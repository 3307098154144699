/// Writes the words of a name in a program as one: “camel case foo bar” is `fooBar`.
struct Identifiers: Sendable {
    private let lexicon: NumberLexicon
    private let spellings: PhraseTable<String>

    init(_ language: Language, _ lexicon: NumberLexicon) {
        self.lexicon = lexicon
        spellings = PhraseTable(language.spellings.map { ($0.key, $0.value) })
    }

    /// The words as one, as the command says; nil if they have neither letter nor digit.
    func name(_ words: [Token], _ command: SpokenCommand) -> String? {
        let parts = parts(words)
        if parts.isEmpty { return nil }
        return switch command {
        case .camelCase: parts[0] + parts.dropFirst().map(\.withFirstCapital).joined()
        case .pascalCase: parts.map(\.withFirstCapital).joined()
        case .snakeCase: parts.joined(separator: "_")
        case .kebabCase: parts.joined(separator: "-")
        case .constantCase: parts.joined(separator: "_").uppercased()
        default: nil
        }
    }

    /// Small words of letters and digits. Letters that are one word are joined, “user i d”, and
    /// numbers from two on are digits, except in the beginning, where no name has one.
    private func parts(_ words: [Token]) -> [String] {
        var parts: [String] = []
        var index = 0
        while index < words.count {
            if let (text, count) = spellings.match(words, at: index) {
                parts += Self.split(text)
                index += count
            } else if !parts.isEmpty,
                let number = NumberReader(lexicon: lexicon, tokens: words).number(at: index),
                !number.isOrdinal, number.value > 1
            {
                parts.append(String(number.value))
                index = number.next
            } else {
                parts += Self.split(words[index].text)
                index += 1
            }
        }
        return parts
    }

    /// “sign-in” and “fooBar” are two words, “user's” is one.
    private static func split(_ word: String) -> [String] {
        var parts: [String] = []
        var last: Character?
        for character in word where character != "'" && character != "’" {
            defer { last = character }
            guard character.isLetter || character.isNumber else { continue }
            let isNew =
                last.map { !$0.isLetter && !$0.isNumber } ?? true
                || character.isUppercase && last?.isLowercase == true
            if isNew || parts.isEmpty { parts.append("") }
            parts[parts.count - 1].append(character)
        }
        return parts.map { $0.lowercased() }
    }
}

extension SpokenCommand {
    /// Whether the words after it are one name.
    var beginsIdentifier: Bool {
        switch self {
        case .camelCase, .pascalCase, .snakeCase, .kebabCase, .constantCase: true
        default: false
        }
    }
}
