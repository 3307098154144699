import Dictation

/// Splits the recogniser's words into words, and the punctuation that some engines write.
struct Splitting: Sendable {
    let abbreviations: Set<String>
    /// Those that are other words as well, unless a number follows: “no. 5”, but “I said no.”
    let numberAbbreviations: Set<String>
    /// How marks are written that have a space on their inner or left side in the language.
    let spacedMarks: [Character: String]
    /// Whether a hyphenated word stands for several words: `twenty-six`.
    let isSplittable: @Sendable ([Substring]) -> Bool

    func tokens(_ transcript: Transcript) -> [Token] {
        var tokens: [Token] = []
        for (index, utterance) in transcript.utterances.enumerated() {
            let pauses = transcript.pauses[index] ?? []
            // A transcript has no other white space.
            let words = utterance.utf8.split(separator: UInt8(ascii: " ")).map { Substring($0) }
            for (place, word) in words.enumerated() {
                let start = tokens.count
                let next = place + 1 < words.count ? words[place + 1].utf8.first : nil
                append(
                    word, isBeforeNumber: next.map { (0x30...0x39).contains($0) } ?? false,
                    to: &tokens)
                if pauses.contains(place), start < tokens.count {
                    tokens[start].isAfterPause = true
                }
            }
            tokens.append(transcript.longPauses.contains(index) ? .longPause : .pause)
        }
        return tokens
    }

    private func append(_ word: Substring, isBeforeNumber: Bool, to tokens: inout [Token]) {
        // Most words have letters at both ends and need no closer look.
        if let first = word.utf8.first, let last = word.utf8.last,
            Self.isLetterByte(first), Self.isLetterByte(last), !word.utf8.contains(0x2D)
        {
            tokens.append(.word(String(word)))
            return
        }
        // “Bonjour !”: the engine's own space stays.
        if word.count == 1, let mark = word.first, let text = spacedMarks[mark],
            var token = Self.opening(mark) ?? Self.closing(mark)
        {
            token.text = text
            tokens.append(token)
            return
        }
        var core = word
        while let first = core.first, let mark = Self.opening(first) {
            tokens.append(mark)
            core.removeFirst()
        }
        var trailing: [Token] = []
        while let last = core.last, let mark = Self.closing(last) {
            if last == ".", !core.hasSuffix(".."), isAbbreviation(core.dropLast(), isBeforeNumber) {
                break
            }
            trailing.append(mark)
            core.removeLast()
        }
        if !core.isEmpty { appendCore(core, to: &tokens) }
        tokens += Self.ellipsis(trailing.reversed())
    }

    private func appendCore(_ core: Substring, to tokens: inout [Token]) {
        let parts = core.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count > 1, isSplittable(parts) {
            for (index, part) in parts.enumerated() {
                var token = Token.word(String(part))
                token.isAfterHyphen = index > 0
                tokens.append(token)
            }
        } else {
            tokens.append(.word(String(core)))
        }
    }

    private func isAbbreviation(_ word: Substring, _ isBeforeNumber: Bool) -> Bool {
        // "e.g." and "U.S." have full stops between letters.
        let parts = word.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count > 1 && parts.allSatisfy { $0.count < 3 && $0.allSatisfy(\.isLetter) }
            || abbreviations.contains(word.lowercased())
                && (isBeforeNumber || !numberAbbreviations.contains(word.lowercased()))
    }

    private static func isLetterByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
    }

    private static func opening(_ character: Character) -> Token? {
        switch character {
        case "(", "[", "{": engine(character, .right, .opening)
        case "“", "„", "«", "\"": engine(character, .right, .openingQuote)
        case "¿", "¡": engine(character, .right, .opening)
        default: nil
        }
    }

    private static func closing(_ character: Character) -> Token? {
        switch character {
        case ".", "!", "?": engine(character, .left, .stop)
        case "。", "！", "？": engine(character, .left, .stop)
        case ",", ";", ":": engine(character, .left, .divider)
        case "…": engine(character, .left, .symbol)
        case ")", "]", "}": engine(character, .left, .closing)
        case "”", "“", "»", "\"": engine(character, .left, .closingQuote)
        default: nil
        }
    }

    private static func engine(
        _ character: Character, _ spacing: Mark.Spacing, _ role: Mark.Role
    ) -> Token {
        var token = Token.mark(String(character), spacing, role)
        token.isEngines = true
        return token
    }

    /// Three full stops are one mark, which doesn't end a sentence.
    private static func ellipsis(_ marks: [Token]) -> [Token] {
        guard marks.count > 2, marks.allSatisfy({ $0.text == "." }) else { return marks }
        var token = Token.mark(
            String(repeating: ".", count: marks.count), .left, .symbol)
        token.isEngines = true
        return [token]
    }
}
