/// A class of words by which the name of a mark or command is told from a word of the text. The
/// words are data of a language.
public enum WordClass: String, Hashable, Sendable, CaseIterable {
    /// Phrases that are rarely said but for the mark or command: `semicolon`.
    case clear
    /// Phrases that are often other words: `period`.
    case ambiguous
    /// Those that are verbs as well: `dash`.
    case verbal
    /// Those that are no nouns, so that an article may stand before them.
    case notNouns = "not_nouns"
    /// Words before a noun.
    case adjectives
    /// Adverbs that may come between such a word and the verb before it: `very`.
    case degrees
    /// Words that a noun follows, rather than a mark: `without`.
    case prepositions
    /// Words that may follow a verb, or a noun may follow them: `over`.
    case particles
    /// Words before a verb: `they`, `to`, `don't`.
    case beforeVerbs = "before_verbs"
    /// Who does something: `she`.
    case subjects
    /// Subjects that are articles at the start of a sentence: `that`.
    case pronounArticles = "pronoun_articles"
    /// Verbs before somebody who does something: `let me dash`.
    case causing
    /// Words before a letter: `the letter i`.
    case beforeLetters = "before_letters"
    /// Words that a noun doesn't follow, so that a mark may: `it`, `today`.
    case ends
    /// All forms of verbs.
    case verbs
    /// Verbs that may follow a noun: `ends`; and the ones among them that hardly ever begin a
    /// clause after a comma: `is`.
    case finiteVerbs = "finite_verbs"
    case auxiliaries
    /// Verbs after which an adjective says what something is like: `was`.
    case linkingVerbs = "linking_verbs"
    /// Verbs that take the name of a key or a mark for an object: `press`.
    case naming
    /// Words that make one noun with the name of a mark before them: `tab key`.
    case compounds
    /// Words that follow a noun: `of`; and those that make something else of them: `of course`.
    case afterNouns = "after_nouns"
    case afterThose = "after_those"
    /// Words between the names of a list: `or`.
    case conjunctions
    /// Words with which sentences begin.
    case starters
    /// Words that ask somebody: `please`.
    case requests
    /// Words with which a clause begins that another one follows after a comma.
    case subordinators
    /// Words that a clean-up may not change, since that turns the sense round: all forms of one,
    /// with spaces between them, may take each other's place.
    case sense
    /// Words of which one may correct another, with spaces between words of one kind:
    /// `today tomorrow`.
    case alternatives
    /// The ending of nouns that are many, and endings that look like it.
    case plural
    case notPlural = "not_plural"
}

/// The words of a language by their class, ready to be looked up.
struct WordTable: Sendable {
    private let classes: [WordClass: Set<String>]
    private let plural: [String]
    private let notPlural: [String]
    private let articles: Set<String>
    private let titles: Set<String>
    private let names: Set<String>
    private let cardinals: [String: Int]
    private let ordinals: Set<String>
    /// Phrases for a mark that press a key where it is allowed.
    private let keys: Set<String>

    init(_ language: Language) {
        classes = language.classes.mapValues { Set($0) }
        plural = language[.plural]
        notPlural = language[.notPlural]
        let shortTitles = language[.names].filter { $0.hasSuffix(".") }
        articles = Set(language[.articles])
        titles = Set(language.titles.keys)
            .union(shortTitles.flatMap { [Token.key(of: $0), Token.key(of: $0.dropLast())] })
        names = Set((language[.names] + language[.people]).map { Token.key(of: $0) })
        cardinals = language.numbers.cardinals.merging(language.numbers.scales) { $1 }
        ordinals = Set(language.numbers.ordinals.keys)
        keys = Set(language.commands.filter { $0.value.key != nil }.map(\.key))
    }

    func has(_ word: String, _ kind: WordClass) -> Bool { classes[kind]?.contains(word) ?? false }

    func isTitle(_ word: String) -> Bool { titles.contains(word) }

    /// An article or a possessive.
    func isArticle(_ word: String) -> Bool { articles.contains(word) }

    func isName(_ word: String) -> Bool { names.contains(word) }

    /// Whether a phrase for a mark presses a key where it is allowed.
    func isKey(_ phrase: String) -> Bool { keys.contains(phrase) }

    /// Whether it is a number from 2 on, in words or digits.
    func isFigure(_ word: String) -> Bool {
        if let value = cardinals[word] { return value > 1 && value < 100 }
        return word.last?.isNumber ?? false
    }

    func isOrdinal(_ word: String) -> Bool {
        ordinals.contains(word)
            || word.first?.isNumber ?? false && word.last.map { "tdh".contains($0) } ?? false
    }

    /// Whether it is the number one.
    func isOne(_ word: String) -> Bool { cardinals[word] == 1 }

    /// Whether it looks like a noun in the plural.
    func isPlural(_ word: String) -> Bool {
        word.count > 3 && plural.contains(where: word.hasSuffix)
            && !notPlural.contains(where: word.hasSuffix) && !has(word, .ends)
            && !has(word, .verbs) && !has(word, .adjectives)
    }
}

extension Language {
    /// Whether a word is one of everyday use, and no name: a number, or a word of one of the classes.
    public func isEveryday(_ word: String) -> Bool {
        let key = Token.key(of: word)
        return numbers.cardinals[key] != nil || numbers.ordinals[key] != nil
            || self[.articles].contains(key)
            || classes.values.contains {
                $0.contains { $0.split(separator: " ").contains(key[...]) }
            }
    }
}
