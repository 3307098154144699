/// The prompt of a speech model, from the text around a dictation, as if it had been said before: names
/// from it, and the last sentences before the cursor. The model then writes names as they are
/// written there.
public struct SpeechPrompt: Hashable, Sendable {
    public let text: String

    /// The most bytes of the sentences: two lines. A model takes as many tokens as half of its text
    /// has at most, and drops the oldest.
    private static let longest = 240
    private static let mostSentences = 2
    private static let mostNames = 8

    /// - Parameters:
    ///   - before: the text before the cursor; nil if it is unknown.
    ///   - after: the text after it.
    ///   - last: the text of the last dictation, for a field whose text is unknown or empty.
    /// - Returns: nil if nothing is known that helps.
    public init?(before: String?, after: String? = nil, last: String? = nil) {
        var spoken = Self.words(of: before ?? "")
        if spoken.isEmpty { spoken = Self.words(of: last ?? "") }
        let sentences = Self.lastSentences(of: spoken)
        let present = Set(sentences.map(\.bare))
        // The nearest to the cursor come last: they count most.
        let names =
            Self.names(in: Self.words(of: after ?? "")).reversed()
            + Self.names(in: Array(spoken.dropLast(sentences.count)))
        var kept: [String] = []
        for name in names.reversed() where kept.count < Self.mostNames {
            if !present.contains(name), !kept.contains(name) { kept.append(name) }
        }
        // As a sentence: after words without marks, a model writes none.
        let list = kept.isEmpty ? [] : [kept.reversed().joined(separator: ", ") + "."]
        text = (list + sentences.map(\.text)).joined(separator: " ")
        if text.isEmpty { return nil }
    }

    /// A word as it is written.
    private struct Word {
        /// Titles before names: their full stop doesn’t end a sentence.
        private static let titles: Set<String> = [
            "Mr", "Mrs", "Ms", "Dr", "Prof", "St", "Hr", "Fr",
        ]
        let text: String
        /// Whether it may begin a sentence.
        let isFirst: Bool

        /// Without marks around it, and without “’s”.
        var bare: String {
            let letters = text.drop { !$0.isLetter && !$0.isNumber }
            let end = letters.lastIndex { $0.isLetter || $0.isNumber }
            let bare = end.map { letters[...$0] } ?? ""
            for ending in ["'s", "’s"] where bare.hasSuffix(ending) {
                return String(bare.dropLast(ending.count))
            }
            return String(bare)
        }

        var endsSentence: Bool {
            if text.hasSuffix("."), bare.count == 1 || Self.titles.contains(bare) { return false }
            let mark = text.last { !"\"'”’“»)]*_".contains($0) }
            return mark.map { ".?!…。！？:".contains($0) } ?? false
        }

        /// Nobody says it: an address of a page, a key, a line of hyphens.
        var isUnspeakable: Bool {
            text.unicodeScalars.count > 30 || text.contains("://")
                || !text.contains { $0.isLetter || $0.isNumber }
                || text.unicodeScalars.contains { !$0.properties.isGraphic }
        }
    }

    private static func words(of text: String) -> [Word] {
        var words: [Word] = []
        for line in text.split(whereSeparator: \.isNewline) {
            var isFirst = true
            for piece in line.split(whereSeparator: isBlank) {
                let word = Word(text: String(piece), isFirst: isFirst)
                isFirst = word.endsSentence
                if !word.isUnspeakable { words.append(word) }
            }
        }
        return words
    }

    /// A space, or the place of a picture.
    private static func isBlank(_ character: Character) -> Bool {
        character.isWhitespace || character == "\u{FFFC}"
    }

    private static func lastSentences(of words: [Word]) -> [Word] {
        var (start, sentences, bytes) = (words.endIndex, 0, 0)
        while start > words.startIndex {
            let word = words[start - 1]
            if word.endsSentence || start == words.endIndex { sentences += 1 }
            bytes += word.text.utf8.count + 1
            if sentences > mostSentences || bytes > longest { break }
            start -= 1
        }
        return Array(words[start...])
    }

    /// Words with a capital that no sentence gives them, in the text's order.
    private static func names(in words: [Word]) -> [String] {
        words.compactMap { word in
            let bare = word.bare
            let isName = !word.isFirst && bare.count > 2 && bare.contains(where: \.isUppercase)
            return isName ? bare : nil
        }
    }
}

extension Unicode.Scalar.Properties {
    /// Whether it shows, unlike a control character.
    fileprivate var isGraphic: Bool {
        switch generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned: false
        default: true
        }
    }
}
