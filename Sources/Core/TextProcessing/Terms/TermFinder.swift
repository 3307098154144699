/// Finds the names and terms of a document that are no ordinary words of its language.
public struct TermFinder {
    /// A name or term.
    public struct Term: Hashable, Sendable {
        /// As it is written mostly.
        public let text: String
        /// How often it stands there.
        public let count: Int

        public init(_ text: String, count: Int) { (self.text, self.count) = (text, count) }
    }

    let vocabulary: Vocabulary
    /// Whether a capital tells nothing: each noun of the language has one, and the nouns aren't known.
    public var cannotTellNames: Bool { vocabulary.hasNounsInCapitals && vocabulary.list == nil }

    public init(_ vocabulary: Vocabulary) { self.vocabulary = vocabulary }

    /// The terms of a text, the most frequent first.
    public func terms(inText text: String) -> [Term] {
        var words: [String: Forms] = [:]
        for line in text.split(whereSeparator: \.isNewline) {
            var startsSentence = true
            for piece in line.split(whereSeparator: \.isWhitespace) {
                let isFirst = startsSentence || Self.opens(piece)
                // A bullet, a dash.
                guard piece.contains(where: { $0.isLetter || $0.isNumber }) else { continue }
                startsSentence = Self.ends(piece)
                for (number, part) in Self.words(of: piece).enumerated() {
                    words[Token.key(of: part), default: Forms()]
                        .note(part, isFirst: isFirst && number == 0)
                }
            }
        }
        let terms = words.compactMap { key, forms -> Term? in
            let isMore = key.hasSuffix("s") && isWord(String(key.dropLast()), or: words)
            guard !isMore, let text = term(key, forms) else { return nil }
            return Term(text, count: forms.count)
        }
        return Self.sorted(terms)
    }

    /// The terms of a list: each of its lines that isn't made of ordinary words.
    public func terms(inList lines: [String]) -> [Term] {
        var counts: [String: Int] = [:]
        for line in lines {
            let words = line.split(whereSeparator: \.isWhitespace)
            let parts = words.flatMap { Self.words(of: $0) }
            let isSpeakable = line.allSatisfy { $0 == "&" || $0.isWhitespace || Self.isOfWord($0) }
            guard isSpeakable, parts.contains(where: { !isOrdinary($0) }) else { continue }
            counts[words.joined(separator: " "), default: 0] += 1
        }
        return Self.sorted(counts.map { Term($0.key, count: $0.value) })
    }

    /// The names in the values of an address book.
    public func terms(inNames names: [String]) -> [Term] {
        var counts: [String: Int] = [:]
        for piece in names.flatMap({ $0.split(whereSeparator: \.isWhitespace) }) {
            for word in Self.words(of: piece)
            where word.contains(where: \.isUppercase) && !isOrdinary(word) {
                counts[word, default: 0] += 1
            }
        }
        return Self.sorted(counts.map { Term($0.key, count: $0.value) })
    }

    private static func sorted(_ terms: [Term]) -> [Term] {
        terms.sorted { ($1.count, $0.text) < ($0.count, $1.text) }
    }

    // MARK: What is a term

    /// How a word stands in a text.
    private struct Forms {
        private(set) var count = 0
        private var within: [String: Int] = [:]
        private var first: Set<String> = []

        mutating func note(_ form: String, isFirst: Bool) {
            count += 1
            if isFirst { first.insert(form) } else { within[form, default: 0] += 1 }
        }

        /// The most frequent form; one that only begins sentences if there is no other.
        var usual: String? {
            within.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? first.min()
        }

        func has(_ form: String) -> Bool { within[form] != nil || first.contains(form) }

        /// Whether it has a capital where no sentence gives it one.
        var hasCapital: Bool { within.keys.contains { $0.contains(where: \.isUppercase) } }
    }

    /// How a word is to be learnt; nil if it is an ordinary one.
    private func term(_ key: String, _ forms: Forms) -> String? {
        guard let usual = forms.usual, !isOrdinary(usual) else { return nil }
        let isName = forms.hasCapital && !forms.has(key) && !cannotTellNames
        return isName || vocabulary.isUnknown(usual) ? usual : nil
    }

    private func isWord(_ key: String, or words: [String: Forms]) -> Bool {
        words[key] != nil || vocabulary.hasWord(key) || vocabulary.isOrdinary(key)
    }

    private func isOrdinary(_ word: String) -> Bool {
        !Self.lengths.contains(word.unicodeScalars.count) || vocabulary.isOrdinary(word)
            || word == Token.key(of: word) && vocabulary.hasWord(word)
    }

    /// Shorter words are abbreviations mostly, and longer ones aren't said.
    private static let lengths = 3...30

    // MARK: Words

    /// The words of a piece of text without spaces: none of an address, the name of a file, code, or
    /// anything with a digit, since nobody says these as one word.
    private static func words(of piece: Substring) -> [String] {
        if isCode(piece) { return [] }
        let bare = trimmed(piece)
        guard !bare.contains(where: { $0.isNumber || !isOfWord($0) }) else { return [] }
        return bare.split(whereSeparator: { "-–—/".contains($0) }).compactMap { part in
            var word = trimmed(part)
            for ending in ["'s", "’s"] where word.hasSuffix(ending) { word = word.dropLast(2) }
            return word.isEmpty ? nil : String(word)
        }
    }

    private static func isCode(_ piece: Substring) -> Bool {
        piece.contains { "`$@#~<>=\\".contains($0) } || piece.hasSuffix("()")
            || piece.count > 1 && (piece.hasPrefix("-") || piece.hasPrefix("/"))
    }

    private static func trimmed(_ piece: Substring) -> Substring {
        let start = piece.drop { !$0.isLetter && !$0.isNumber }
        return start.lastIndex { $0.isLetter || $0.isNumber }.map { start[...$0] } ?? ""
    }

    private static func isOfWord(_ character: Character) -> Bool {
        character.isLetter || "'’-–—/".contains(character)
    }

    private static func opens(_ piece: Substring) -> Bool {
        piece.first.map { "\"“„«‘(".contains($0) } ?? false
    }

    private static func ends(_ piece: Substring) -> Bool {
        let mark = piece.last { !"\"'”’“»)]*_".contains($0) }
        return mark.map { ".?!…:|".contains($0) } ?? false
    }
}
