/// Removes what an engine writes of sounds that are no words: “[Music]”, “*coughs*”, “<|en|>”, “♪”.
struct Noises: Sendable {
    /// Words that name a sound.
    private let words: Set<String>

    init(_ language: Language) {
        words = Set(Self.english).union(language[.noises].map { Token.key(of: $0) })
    }

    /// Engines write these in any language.
    private static let english = Language.words(
        """
        music, applause, laughter, laughs, laughing, chuckles, coughs, coughing, cough, sighs,
        sigh, sniffs, sneezes, breathing, silence, inaudible, unintelligible, noise, noises,
        static, beep, beeping, blank_audio, blank, crosstalk, clicking, typing
        """)

    func apply(_ tokens: [Token]) -> [Token] {
        guard tokens.contains(where: Self.maySound) else { return tokens }
        var result: [Token] = []
        result.reserveCapacity(tokens.count)
        var index = 0
        while index < tokens.count {
            if let next = sound(tokens, index) {
                index = next
                // “[Music].” is no sentence, nor is “(coughs),” a clause.
                let isBetween = result.last.map { $0.kind == .pause || $0.isEngines } ?? true
                while isBetween, index < tokens.count, tokens[index].isEngines,
                    tokens[index].role == .stop || tokens[index].role == .divider
                {
                    index += 1
                }
                continue
            }
            if let word = Self.cleaned(tokens[index]) { result.append(word) }
            index += 1
        }
        return result
    }

    private static func maySound(_ token: Token) -> Bool {
        guard token.isWord else { return token.role == .opening }
        // Bytes first: most words have none of them.
        return token.text.utf8.contains { $0 == 0x3C || $0 == 0x2A || $0 == 0xE2 }
            && token.text.contains { "<♪*♫".contains($0) }
    }

    /// The index after the name of a sound between brackets or asterisks.
    private func sound(_ tokens: [Token], _ start: Int) -> Int? {
        if tokens[start].isWord, tokens[start].text.hasPrefix("*") {
            let end = tokens[start...].prefix(4).firstIndex { $0.isWord && $0.text.hasSuffix("*") }
            return end.flatMap { names(tokens[start...$0]) ? $0 + 1 : nil }
        }
        guard tokens[start].isEngines, tokens[start].role == .opening,
            let end = tokens[start...].prefix(6).firstIndex(where: { $0.role == .closing }),
            names(tokens[start...end])
        else { return nil }
        return end + 1
    }

    private func names(_ tokens: ArraySlice<Token>) -> Bool {
        tokens.contains { token in
            token.isWord && words.contains(token.key.filter { $0 != "*" })
        }
    }

    /// The word without an engine's own signs: “<|en|>Hello”, “♪”; nil if it is nothing else.
    private static func cleaned(_ token: Token) -> Token? {
        guard token.isWord, maySound(token) else { return token }
        var text = token.text.filter { $0 != "♪" && $0 != "♫" }
        while let open = text.firstRange(of: "<|"),
            let close = text[open.upperBound...].firstRange(of: "|>")
        {
            text.removeSubrange(open.lowerBound..<close.upperBound)
        }
        if text == "<unk>" { text = "" }
        guard text != token.text else { return token }
        return text.isEmpty ? nil : .word(text)
    }
}
