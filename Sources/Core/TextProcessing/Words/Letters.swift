/// Writes letters that were said one by one as what they stand for: `USA`, `T-shirt`, `e.g.`.
struct Letters: Sendable {
    private let spellings: PhraseTable<String>
    private let isWanted: Bool
    private let dayHalves: PhraseTable<String>
    /// The most bytes of the first word of a spelling.
    private let longest: Int

    init(_ language: Language, isWanted: Bool) {
        spellings = PhraseTable(language.spellings.map { ($0.key, $0.value) })
        dayHalves = PhraseTable(language.numbers.dayHalves.map { ($0.key, $0.value) })
        longest =
            language.spellings.keys
            .map { $0.utf8.prefix { $0 != UInt8(ascii: " ") }.count }.max() ?? 0
        self.isWanted = isWanted
    }

    func apply(_ tokens: [Token]) -> [Token] {
        guard isWanted else { return tokens }
        var result: [Token] = []
        result.reserveCapacity(tokens.count)
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            let length = token.key.utf8.count
            guard token.isWord, length > 0, length <= longest || length == 1 else {
                result.append(token)
                index += 1
                continue
            }
            if token.isLetter, result.last?.role == .option {
                (result, index) = appendOption(tokens, index, to: result)
            } else if let (text, count) = spellings.match(tokens, at: index) {
                result.append(Self.written(text, as: token))
                index += count
            } else if token.isLetter, let (text, next) = initials(tokens, index) {
                result.append(Self.written(text, as: token))
                index = next
            } else {
                result.append(token)
                index += 1
            }
        }
        return result
    }

    private static func written(_ text: String, as token: Token) -> Token {
        var word = token
        word.text = text
        word.key = ""
        return word
    }

    /// The letters of `-la` are one word.
    private func appendOption(
        _ tokens: [Token], _ start: Int, to words: [Token]
    ) -> ([Token], Int) {
        var (result, index) = (words, start)
        while index < tokens.count, tokens[index].isWord, tokens[index].isLetter {
            result.append(tokens[index])
            if index > start { result[result.count - 1].joinsLeft = true }
            index += 1
        }
        return (result, index)
    }

    /// Three letters or more in a row are initials: `FBI`. An `a` before them is an article if they
    /// have a spelling without it, or are three still.
    private func initials(_ tokens: [Token], _ start: Int) -> (String, Int)? {
        var index = start
        while index < tokens.count, index < start + 8, tokens[index].isWord,
            tokens[index].isLetter, tokens[index].letterCase == .free,
            !tokens[index].joinsLeft,
            // "at five a.m." and "I" after it.
            dayHalves.match(tokens, at: index) == nil
        {
            if index > start, spellings.match(tokens, at: index) != nil { break }
            index += 1
        }
        let count = index - start
        guard count > 2, !(tokens[start].key == "a" && count > 3) else { return nil }
        return (tokens[start..<index].map { $0.key.uppercased() }.joined(), index)
    }
}

extension Token {
    /// Whether it is one letter of the Latin alphabet.
    fileprivate var isLetter: Bool {
        key.utf8.count == 1 && key.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }
}

/// Reads words that are said letter by letter.
struct Spelling: Sendable {
    private let letters: [String: String]

    init(_ language: Language) { letters = language.letters }

    /// Whether letters stand from the index on, at least two.
    func isSpelt(_ tokens: [Token], _ index: Int) -> Bool { word(tokens, index) != nil }

    /// The word that the letters from `index` on spell; there must be at least two.
    func word(_ tokens: [Token], _ index: Int) -> (Token, next: Int)? {
        var text = ""
        var count = 0
        var next = index
        var place = index
        var isCapital = false
        while place < tokens.count {
            let token = tokens[place]
            place += 1
            if token.isEngines { continue }  // "S, I, O" and "s. i. o."
            if token.kind == .command(.capital) {
                isCapital = true
                continue
            }
            guard token.isWord, let letters = letters(of: token) else { break }
            text += isCapital ? letters.withFirstCapital : letters
            isCapital = false
            count += letters.count
            next = place
        }
        guard count > 1 else { return nil }
        // Punctuation by the engine after each letter belongs to the spelling.
        while next < tokens.count, tokens[next].isEngines, tokens[next].text != "?" { next += 1 }
        var word = Token.word(text)
        word.key = ""
        return (word, next)
    }

    /// The letters of a word that stands for one, or of those that an engine joined: “S-I-O”.
    private func letters(of token: Token) -> String? {
        if let letter = letter(token) { return letter }
        let parts = token.key.split(separator: "-")
        return parts.count > 1 && parts.allSatisfy { $0.count == 1 } ? parts.joined() : nil
    }

    private func letter(_ token: Token) -> String? {
        guard !token.key.isEmpty else { return nil }
        if token.key.count == 1 { return token.key }
        if token.key.count == 2, token.key.last == "." { return String(token.key.prefix(1)) }
        return letters[token.key]
    }
}
