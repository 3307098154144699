import Dictation

/// Splits the recogniser's words into words, and the punctuation that some engines write.
struct Splitting: Sendable {
    let abbreviations: Set<String>
    /// Whether a hyphenated word stands for several words: `twenty-six`.
    let isSplittable: @Sendable ([Substring]) -> Bool

    func tokens(_ transcript: Transcript) -> [Token] {
        var tokens: [Token] = []
        for (index, utterance) in transcript.utterances.enumerated() {
            // A transcript has no other white space.
            for word in utterance.utf8.split(separator: UInt8(ascii: " ")) {
                append(Substring(word), to: &tokens)
            }
            tokens.append(transcript.longPauses.contains(index) ? .longPause : .pause)
        }
        return tokens
    }

    private func append(_ word: Substring, to tokens: inout [Token]) {
        // Most words have letters at both ends and need no closer look.
        if let first = word.utf8.first, let last = word.utf8.last,
            Self.isLetterByte(first), Self.isLetterByte(last), !word.utf8.contains(0x2D)
        {
            tokens.append(.word(String(word)))
            return
        }
        var core = word
        while let first = core.first, let mark = Self.opening(first) {
            tokens.append(mark)
            core.removeFirst()
        }
        var trailing: [Token] = []
        while let last = core.last, let mark = Self.closing(last) {
            if last == ".", isAbbreviation(core.dropLast()) { break }
            trailing.append(mark)
            core.removeLast()
        }
        if !core.isEmpty { appendCore(core, to: &tokens) }
        tokens += Self.ellipsis(trailing.reversed())
    }

    private func appendCore(_ core: Substring, to tokens: inout [Token]) {
        let parts = core.split(separator: "-", omittingEmptySubsequences: false)
        if parts.count > 1, isSplittable(parts) {
            tokens += parts.map { .word(String($0)) }
        } else {
            tokens.append(.word(String(core)))
        }
    }

    private func isAbbreviation(_ word: Substring) -> Bool {
        // "e.g." and "U.S." have a full stop within.
        (word.utf8.contains(0x2E) && word.contains(where: \.isLetter))
            || abbreviations.contains(word.lowercased())
    }

    private static func isLetterByte(_ byte: UInt8) -> Bool {
        (0x61...0x7A).contains(byte) || (0x41...0x5A).contains(byte)
    }

    private static func opening(_ character: Character) -> Token? {
        switch character {
        case "(", "[", "{": engine(character, .right, .opening)
        case "“", "„", "«", "\"": engine(character, .right, .openingQuote)
        default: nil
        }
    }

    private static func closing(_ character: Character) -> Token? {
        switch character {
        case ".", "!", "?": engine(character, .left, .stop)
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
