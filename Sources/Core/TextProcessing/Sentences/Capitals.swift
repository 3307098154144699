/// Capitalizes words that begin a sentence, are names, or were dictated with a command for it.
struct Capitals: Sendable {
    private let names: [String: String]
    /// Names that end with a full stop, which isn't spoken: `mr` for `Mr.`
    private let shortTitles: [String: String]
    private let titledNames: TitledNames
    /// Names of several words.
    private let longNames: PhraseTable<[String]>
    /// Words with which such a name or a title begins: most words need no closer look.
    private let beginnings: Set<String>
    private let abbreviations: Set<String>
    private let reportingVerbs: Set<String>
    private let reporters: Set<String>
    private let words: (any WordList)?
    private let isWanted: Bool
    private let goesOnAfterSalutation: Bool
    /// Words before a letter: “the letter i” has no capital.
    private let beforeLetters: Set<String>
    private let continuations: Continuations

    /// - Parameters:
    ///   - words: the language's, if they are known.
    ///   - isWanted: whether sentences and names are capitalized; spoken commands
    ///     for capitals always apply.
    init(_ language: Language, words: (any WordList)?, isWanted: Bool) {
        self.words = words
        names = Dictionary(
            language[.names].map { (Token.key(of: $0), $0) }, uniquingKeysWith: { $1 })
        let long = language[.names].filter { $0.utf8.contains(UInt8(ascii: " ")) }
            .map { ($0, $0.split(separator: " ").map(String.init)) }
        longNames = PhraseTable(long)
        let short = language[.names].filter { $0.hasSuffix(".") }
        titledNames = TitledNames(language, words: words)
        beginnings = Set(long.compactMap { $0.1.first.map { Token.key(of: $0) } })
            .union(short.map { Token.key(of: $0) }).union(
                short.map { Token.key(of: $0.dropLast()) }
            )
            .union(titledNames.keys)
        shortTitles = Dictionary(
            language[.names].filter { $0.hasSuffix(".") }
                .map { (Token.key(of: $0.dropLast()), $0) }, uniquingKeysWith: { $1 })
        abbreviations = Set(language[.abbreviations])
        reportingVerbs = Set(language[.reportingVerbs])
        reporters = Set(language[.reporters])
        self.isWanted = isWanted
        goesOnAfterSalutation = language.goesOnAfterSalutation
        beforeLetters = Set(language[.beforeLetters])
        continuations = Continuations(language, words: words)
    }

    func apply(
        _ tokens: [Token], after context: TextContext, takesSentences: Bool = true,
        breaksLines: Bool = true
    ) -> [Token] {
        var result = tokens
        var startsSentence =
            isWanted && takesSentences
            && context.startsSentence(abbreviations: abbreviations)
            && !(goesOnAfterSalutation && context.beginsLineAfterComma)
        if isWanted, takesSentences, !startsSentence, context.isWithinSentence,
            let first = result.firstIndex(where: { $0.kind != .pause }),
            continuations.areSmall(result, at: first)
        {
            result[first].text = result[first].text.withFirstSmall
        }
        var afterColonOrComma = false
        var afterQuotation =
            context.lastLine.last { !$0.isWhitespace }
            .map { "”“\"".contains($0) } ?? false
        for index in tokens.indices {
            let token = isWanted ? named(&result, index, startsSentence) : tokens[index]
            switch token.kind {
            case .word:
                if afterQuotation, startsSentence, isReport(tokens, index) {
                    startsSentence = false
                }
                afterQuotation = false
                // In `report.pdf` it is no name.
                let isPart = index > 0 && tokens[index - 1].isDotWithin
                let isLetter =
                    index > 0 && token.key.utf8.count == 1
                    && (beforeLetters.contains(tokens[index - 1].key)
                        || isQuoted(tokens, index))
                result[index].text =
                    (isPart || isLetter) && token.letterCase == .free
                    ? token.text : written(token, startsSentence)
                startsSentence =
                    isWanted && token.letterCase == .fixed
                    && token.text.last.map { "!?\n".contains($0) } ?? false
                afterColonOrComma = false
            case .mark(let role):
                switch role {
                case .lineBreak where !breaksLines: break
                case .lineBreak where goesOnAfterSalutation && Self.followsComma(tokens, index):
                    startsSentence = false
                case .stop, .lineBreak: startsSentence = isWanted
                // An engine that writes quotations knows whether they end the sentence.
                case .closingQuote where token.isEngines && Self.isSmall(tokens, index + 1):
                    startsSentence = false
                case .closing where token.isEngines && Self.isSmall(tokens, index + 1),
                    .opening where token.isEngines && Self.isSmall(tokens, index + 1):
                    startsSentence = false
                // A quotation after a comma is a sentence: Chicago Manual of Style 13.14.
                case .openingQuote where afterColonOrComma && !token.isEngines:
                    startsSentence = isWanted
                case .opening, .openingQuote, .closing, .closingQuote, .pairedQuote,
                    .toggledQuote:
                    break
                case .symbol, .divider, .emphasis, .item, .option: startsSentence = false
                }
                afterQuotation = role == .closingQuote
                afterColonOrComma = role == .divider && (token.text == "," || token.text == ":")
            case .key:
                // A new field or line.
                startsSentence = isWanted
            case .pause, .command:
                break
            }
        }
        return result
    }

    /// Whether an engine's word in small letters stands at the index.
    private static func isSmall(_ tokens: [Token], _ index: Int) -> Bool {
        index < tokens.count && tokens[index].isWord
            && tokens[index].text.first?.isLowercase ?? false
    }

    /// Whether the engine wrote the letter between quotation marks: “the “i” key”.
    private func isQuoted(_ tokens: [Token], _ index: Int) -> Bool {
        tokens[index - 1].role == .openingQuote && tokens[index - 1].isEngines
            && index + 1 < tokens.count && tokens[index + 1].role == .closingQuote
    }

    /// Whether the line breaks at the index stand after a comma.
    private static func followsComma(_ tokens: [Token], _ index: Int) -> Bool {
        let last = tokens[..<index].last { token in
            switch token.kind {
            case .pause, .mark(.lineBreak): false
            default: true
            }
        }
        return last?.kind == .mark(.divider) && last?.text == ","
    }

    /// The token at the index; the words of a name that begins here are written in it, and a title
    /// with the name after it.
    private func named(
        _ tokens: inout [Token], _ index: Int, _ startsSentence: Bool
    ) -> Token {
        let token = tokens[index]
        guard token.isWord, token.isFree, beginnings.contains(token.key) else { return token }
        if let (parts, count) = longNames.match(tokens, at: index) {
            for (place, part) in parts.enumerated()
            where count == parts.count && tokens[index + place].isFree {
                tokens[index + place].text = part
                tokens[index + place].key = ""
            }
        } else {
            titledNames.apply(to: &tokens, at: index, startsSentence: startsSentence)
        }
        return tokens[index]
    }

    /// Whether the words say who spoke the quotation before them: “Why?” he asked.
    private func isReport(_ tokens: [Token], _ index: Int) -> Bool {
        if reportingVerbs.contains(tokens[index].key) { return true }
        return reporters.contains(tokens[index].key) && index + 1 < tokens.count
            && reportingVerbs.contains(tokens[index + 1].key)
    }

    private func written(_ token: Token, _ startsSentence: Bool) -> String {
        switch token.letterCase {
        case .fixed: return token.text
        case .upper: return token.text.uppercased()
        case .lower: return token.text.lowercased()
        case .capital: return token.text.withFirstCapital
        case .free: break
        }
        guard isWanted else { return token.text }
        // The engine's own capitals stay: it may know the name better.
        let isSmall = token.text == token.key
        let title = isSmall ? shortTitles[token.key] : nil
        let noun = isSmall ? words?.noun(token.text) : nil
        let isLoud = token.text.count > 1 && token.text.allSatisfy { !$0.isLowercase }
        let name = isLoud ? token.text : token.possessive(of: names)
        let text = name ?? title ?? noun ?? token.text
        // eBay and iPhone stay as they are (Chicago Manual of Style 8.154).
        let beginsSmall = text.contains(where: \.isUppercase)
        return startsSentence && !beginsSmall ? text.withFirstCapital : text
    }
}

extension String {
    /// With a small letter for its first one.
    fileprivate var withFirstSmall: String { prefix(1).lowercased() + dropFirst() }

    /// With a capital for its first letter.
    var withFirstCapital: String {
        guard let first, first.isLowercase else { return self }
        return first.uppercased() + dropFirst()
    }
}

extension Token {
    /// Whether it is the full stop of an address or a file's name.
    fileprivate var isDotWithin: Bool { isMark && text == "." && joinsLeft && joinsRight }
}
