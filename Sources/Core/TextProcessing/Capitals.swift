/// Capitalizes words that begin a sentence, are names, or were dictated with a command for it.
struct Capitals: Sendable {
    private let names: [String: String]
    /// Names that end with a full stop, which isn't spoken: `mr` for `Mr.`
    private let titles: [String: String]
    private let abbreviations: Set<String>
    private let isWanted: Bool

    /// - Parameter isWanted: whether sentences and names are capitalized; spoken commands for
    ///   capitals always apply.
    init(_ language: Language, isWanted: Bool) {
        names = Dictionary(
            language.names.map { (Token.key(of: $0), $0) }, uniquingKeysWith: { $1 })
        titles = Dictionary(
            language.names.filter { $0.hasSuffix(".") }
                .map { (Token.key(of: $0.dropLast()), $0) }, uniquingKeysWith: { $1 })
        abbreviations = Set(language.abbreviations)
        self.isWanted = isWanted
    }

    func apply(_ tokens: [Token], after context: TextContext) -> [Token] {
        var result = tokens
        var startsSentence = isWanted && context.startsSentence(abbreviations: abbreviations)
        var afterColonOrComma = false
        for index in tokens.indices {
            let token = tokens[index]
            switch token.kind {
            case .word:
                result[index].text = written(token, startsSentence)
                startsSentence = isWanted && token.letterCase == .fixed
                    && token.text.last.map { "!?\n".contains($0) } ?? false
                afterColonOrComma = false
            case .mark(let role):
                switch role {
                case .stop, .lineBreak: startsSentence = isWanted
                // A quotation after a comma is a sentence: Chicago Manual of Style 13.14.
                case .openingQuote where afterColonOrComma: startsSentence = isWanted
                case .opening, .openingQuote, .closing, .closingQuote: break
                case .symbol, .divider: startsSentence = false
                }
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

    private func written(_ token: Token, _ startsSentence: Bool) -> String {
        switch token.letterCase {
        case .fixed: return token.text
        case .upper: return token.text.uppercased()
        case .capital: return Self.capitalized(token.text)
        case .free: break
        }
        guard isWanted else { return token.text }
        // The engine's own capitals stay: it may know the name better.
        let title = token.text == token.key ? titles[token.key] : nil
        let text = names[token.key] ?? title ?? token.text
        return startsSentence ? Self.capitalized(text) : text
    }

    private static func capitalized(_ text: String) -> String {
        guard let first = text.first, first.isLowercase else { return text }
        return first.uppercased() + text.dropFirst()
    }
}
