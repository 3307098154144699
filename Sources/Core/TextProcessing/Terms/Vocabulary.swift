/// The known words of a language, by which ordinary words differ from names and terms.
public struct Vocabulary: Sendable {
    /// The words of the language's own rules, in lower case.
    private let everyday: Set<String>
    /// Names that need no learning, in lower case.
    private let names: Set<String>
    /// The words of the language, as they are written; nil if no list of them is installed.
    let list: (any WordList)?
    let hasNounsInCapitals: Bool
    /// The words that a speech model writes whole, and the frequent ones of them.
    private let written: Set<String>
    private let frequent: Set<String>
    private let spoken: Set<String>

    /// - Parameters:
    ///   - language: the language, with its names.
    ///   - list: its words, if a list of them is installed.
    ///   - written: the words that a speech model writes whole, the most frequent first, as they are
    ///     written; beginnings of other words are among them.
    ///   - spoken: the words of a pronunciation dictionary in lower case, ordinary ones and names;
    ///     empty if there is none.
    public init(
        _ language: Language, list: (any WordList)? = nil, written: [String] = [],
        spoken: Set<String> = []
    ) {
        let phrases = language.classes.values.joined() + language[.articles]
        everyday = Set(phrases.flatMap { $0.split(separator: " ").map(String.init) })
            .union(language.numbers.cardinals.keys).union(language.numbers.ordinals.keys)
        names = Set(
            (language[.names] + language[.people]).flatMap { name in
                name.split(separator: " ").map { Token.key(of: $0) }
            })
        hasNounsInCapitals = !language[.wordLists].isEmpty
        (self.list, self.written, self.spoken) = (list, Set(written), spoken)
        frequent = Set(written.prefix(Self.frequentWords))
    }

    /// Of these, a model also writes the names as they are spelt: of Whisper's 32,000 words,
    /// “Schmidt” and “Gonzalez” are among them, and “Nguyen” and “Meier”, which it writes “NWIN” and
    /// “Meyer”, aren't.
    private static let frequentWords = 16_000

    /// Whether a word is written right without being learnt, or is also another word, which learning
    /// it would change: “Baker”.
    func isOrdinary(_ word: String) -> Bool {
        let key = Token.key(of: word)
        if everyday.contains(key) || names.contains(key) || frequent.contains(word) { return true }
        // A model also has beginnings of words: “redis” of “redistribute”.
        if written.contains(key), spoken.isEmpty || spoken.contains(key) { return true }
        guard let list else { return false }
        return list.contains(key) || list.contains(word) || list.contains(Self.noun(key))
            || isCompound(key, in: list)
    }

    /// Whether a dictionary has the word: an ordinary one that isn't frequent, or a name.
    func hasWord(_ key: String) -> Bool { spoken.contains(key) }

    /// Whether there is a dictionary, and it hasn't the word.
    func isUnknown(_ word: String) -> Bool {
        (list != nil || !spoken.isEmpty) && !hasWord(Token.key(of: word))
    }

    // MARK: Compounds

    /// Whether it is made of two nouns, as in German: a list can't have them all.
    private func isCompound(_ key: String, in list: any WordList) -> Bool {
        guard hasNounsInCapitals, key.count >= 2 * Self.shortestPart else { return false }
        return (Self.shortestPart...key.count - Self.shortestPart).contains { length in
            let (first, second) = (String(key.prefix(length)), String(key.dropFirst(length)))
            guard isWord(second, in: list) else { return false }
            return isWord(first, in: list)
                || first.hasSuffix("s") && isWord(String(first.dropLast()), in: list)
        }
    }

    private static let shortestPart = 4

    private func isWord(_ key: String, in list: any WordList) -> Bool {
        list.contains(key) || list.contains(Self.noun(key))
    }

    private static func noun(_ key: String) -> String {
        key.prefix(1).uppercased() + key.dropFirst()
    }
}
