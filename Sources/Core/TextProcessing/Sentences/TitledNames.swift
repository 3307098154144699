/// Writes titles before a name, and the name after them: `Mr. Smith`.
struct TitledNames: Sendable {
    /// How titles are written.
    private let titles: [String: String]
    private let nameTitles: Set<String>
    private let wordTitles: Set<String>
    private let articles: Set<String>
    private let notNames: Set<String>
    private let leadIns: Set<String>
    private let conjunctions: Set<String>
    /// The names of people, by key.
    private let people: [String: String]
    private let words: (any WordList)?

    init(_ language: Language, words: (any WordList)?) {
        titles = language.titles
        nameTitles = Set(language[.nameTitles])
        wordTitles = Set(language[.wordTitles])
        articles = Set(language[.titleArticles])
        notNames = Set(language[.notNames])
        leadIns = Set(language[.leadIns])
        conjunctions = Set(language.numbers[.and])
        people = Dictionary(
            language[.people].map { (Token.key(of: $0), $0) }, uniquingKeysWith: { $1 })
        self.words = words
    }

    /// Words that are titles.
    var keys: Set<String> { nameTitles.union(titles.keys) }

    /// Writes the title at an index and the names after it; nothing where the word isn't a title.
    ///
    /// - Parameter startsSentence: whether a sentence begins there.
    func apply(to tokens: inout [Token], at index: Int, startsSentence: Bool) {
        let key = Self.title(tokens[index])
        guard isTitle(tokens, index, startsSentence: startsSentence) else { return }
        let names = names(in: tokens, from: index + 1, afterTitle: key)
        for (place, name) in names { tokens[place].text = name }
        guard !names.isEmpty || isOneOfTwo(tokens, index), let title = titles[key] else { return }
        (tokens[index].text, tokens[index].key) = (title, "")
    }

    /// The key of a title: engines write `Mr.` with its full stop.
    private static func title(_ token: Token) -> String {
        token.key.utf8.last == UInt8(ascii: ".") ? String(token.key.dropLast()) : token.key
    }

    private func isTitle(_ tokens: [Token], _ index: Int, startsSentence: Bool) -> Bool {
        let (token, key) = (tokens[index], Self.title(tokens[index]))
        guard token.isWord, token.isFree, token.text == token.key,
            titles[key] != nil || nameTitles.contains(key)
        else { return false }
        let last = index > 0 ? tokens[index - 1] : nil
        if let last, last.isWord, articles.contains(last.key) { return false }
        guard wordTitles.contains(key), !startsSentence else { return true }
        return last.map { $0.role == .divider || $0.isWord && leadIns.contains($0.key) } ?? false
    }

    /// Whether it is the first of two titles before a name: `Mr. and Mrs. Smith`.
    private func isOneOfTwo(_ tokens: [Token], _ index: Int) -> Bool {
        guard index + 3 < tokens.count, tokens[index + 1].isWord,
            conjunctions.contains(tokens[index + 1].key),
            isTitle(tokens, index + 2, startsSentence: false)
        else { return false }
        let other = Self.title(tokens[index + 2])
        return !names(in: tokens, from: index + 3, afterTitle: other).isEmpty
    }

    /// The words at an index that are names after a title, as they are written.
    private func names(
        in tokens: [Token], from start: Int, afterTitle title: String
    ) -> [(place: Int, name: String)] {
        var names: [(place: Int, name: String)] = []
        for place in start..<min(start + Self.mostNames, tokens.count) {
            let token = tokens[place]
            guard token.isWord, token.isFree, !token.key.isEmpty else { break }
            if let name = token.possessive(of: people) {
                names.append((place, name))
            } else if place == start, nameTitles.contains(title), isName(token) {
                // The engine's own capitals stay: it may know the name better.
                let isSmall = token.text == token.key
                names.append((place, isSmall ? token.text.withFirstCapital : token.text))
            } else {
                break
            }
        }
        return names
    }

    /// A first name, another one, and a surname.
    private static let mostNames = 3

    /// Whether a word can be a name that isn't listed.
    private func isName(_ token: Token) -> Bool {
        let key = token.key
        return !notNames.contains(key) && !keys.contains(Self.title(token))
            && key.allSatisfy { $0.isLetter || $0 == "'" || $0 == "-" }
            && !(words?.contains(key) ?? false)
    }
}

extension Token {
    /// Whether no command decides about its small letters.
    var isFree: Bool { letterCase == .free || letterCase == .capital }

    /// The word as one of the names, also in the possessive; nil if it isn't one.
    func possessive(of names: [String: String]) -> String? {
        if let name = names[key] { return name }
        guard key.hasSuffix("'s"), let name = names[String(key.dropLast(2))] else { return nil }
        return name + text.suffix(2)
    }
}
