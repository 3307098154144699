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
