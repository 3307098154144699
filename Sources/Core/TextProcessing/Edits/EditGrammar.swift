/// Tells editing commands from other utterances: the whole utterance must be one.
struct EditGrammar: Sendable {
    private enum Part: Hashable, Sendable {
        case word(String)
        case text, with, count
    }

    private struct Pattern: Sendable {
        let parts: [Part]
        let action: EditAction
        var instruction: String?
    }

    /// By the first word; those that begin with a capture under an empty string.
    private var patterns: [String: [Pattern]] = [:]
    /// The answers to texts that are proposed.
    private var answers: [String: EditAction] = [:]
    private let numbers: [String: Int]
    /// Phrases with their own meaning.
    private let commands: Set<String>
    private let prefix: [String]

    /// - Parameter rewritings: what a model is told for the user's own phrases.
    init(_ language: Language, prefix: String?, rewritings: [String: String] = [:]) {
        numbers = language.numbers.cardinals
        commands = Set(language.commands.keys.map { Token.key(of: $0) })
        self.prefix = Self.keys((prefix ?? "").split(separator: " ").map(String.init))
        for (phrase, action) in language.edits.sorted(by: { $0.key < $1.key }) {
            for parts in Self.expand(phrase) {
                guard !action.isAnswer else {
                    answers[answer(of: Self.fixedWords(parts))] = action
                    continue
                }
                let first = if case .word(let word)? = parts.first { word } else { "" }
                patterns[first, default: []].append(Pattern(parts: parts, action: action))
            }
        }
        for (phrase, instruction) in rewritings.sorted(by: { $0.key < $1.key }) {
            let keys = Self.keys(phrase.split(separator: " ").map(String.init))
            guard let first = keys.first else { continue }
            let parts = keys.map { Part.word($0) }
            patterns[first, default: []].insert(
                Pattern(parts: parts, action: .rewrite, instruction: instruction), at: 0)
        }
        for key in Array(patterns.keys) {
            // Those with the most fixed words are the most likely.
            patterns[key]!.sort { Self.rank($0.parts) > Self.rank($1.parts) }
        }
    }

    private static func rank(_ parts: [Part]) -> Int {
        parts.reduce(0) { if case .word = $1 { $0 + 2 } else { $0 - 1 } }
    }

    /// The words of a phrase; those in brackets may be missing, and `|` separates alternatives.
    private static func expand(_ phrase: String) -> [[Part]] {
        var results: [[Part]] = [[]]
        for word in phrase.split(separator: " ") {
            if word.hasPrefix("["), word.hasSuffix("]") {
                let part = Part.word(Token.key(of: word.dropFirst().dropLast()))
                results += results.map { $0 + [part] }
                continue
            }
            let parts: [Part] =
                switch word {
                case "{text}": [.text]
                case "{with}": [.with]
                case "{count}": [.count]
                default: word.split(separator: "|").map { .word(Token.key(of: $0)) }
                }
            results = results.flatMap { result in parts.map { result + [$0] } }
        }
        return results
    }

    private static func fixedWords(_ parts: [Part]) -> [String] {
        parts.compactMap { if case .word(let word) = $0 { word } else { nil } }
    }

    /// The phrases without words of the user's, with the prefix.
    var fixedPhrases: Set<String> {
        var phrases: Set<String> = []
        for pattern in patterns.values.joined() {
            let words = Self.fixedWords(pattern.parts)
            if words.count == pattern.parts.count {
                phrases.insert((prefix + words).joined(separator: " "))
            }
        }
        return phrases
    }

    // MARK: Reading

    /// A word as it is compared: without marks around it.
    static func key(_ word: some StringProtocol) -> String {
        let key = Token.key(of: word)
        guard let first = key.firstIndex(where: isPartOfWord),
            let last = key.lastIndex(where: isPartOfWord)
        else { return "" }
        return String(key[first...last])
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber
    }

    private static func keys(_ words: [String]) -> [String] {
        words.map { key($0) }
    }

    /// An answer as it is compared: with numbers in digits, as some engines write them.
    private func answer(of words: [String]) -> String {
        words.map { numbers[$0].map(String.init) ?? $0 }.joined(separator: " ")
    }

    /// The words of an utterance after the prefix; nil if it doesn't begin with it.
    func afterPrefix(_ utterance: String) -> String? {
        guard !prefix.isEmpty else { return nil }
        let words = utterance.split(separator: " ").map(String.init)
        guard words.count > prefix.count, Self.keys(Array(words.prefix(prefix.count))) == prefix
        else { return nil }
        return words.dropFirst(prefix.count).joined(separator: " ")
    }

    /// The meaning of an utterance as an answer to texts that are proposed, with or without the
    /// prefix; nil if it has none.
    func answer(_ utterance: String) -> EditAction? {
        let words = (afterPrefix(utterance) ?? utterance).split(separator: " ").map(String.init)
        return answers[answer(of: Self.keys(words).filter { !$0.isEmpty })]
    }

    /// The meanings that an utterance can have as a command, the most likely first; empty if it is
    /// a text.
    ///
    /// - Parameter isCommand: whether it is meant as one in any case.
    func edits(_ utterance: String, isCommand: Bool) -> [SpokenEdit] {
        let rest = afterPrefix(utterance)
        if !prefix.isEmpty, rest == nil, !isCommand { return [] }
        let words = (rest ?? utterance).split(separator: " ").map { Self.bare($0) }
            .filter { !$0.isEmpty }
        let keys = Self.keys(words)
        guard let first = keys.first, words.count <= Self.mostWords,
            !commands.contains(keys.joined(separator: " "))
        else { return [] }
        var edits: [SpokenEdit] = []
        for pattern in (patterns[first] ?? []) + (patterns[""] ?? []) {
            var edit = SpokenEdit(pattern.action, words: words.joined(separator: " "))
            edit.isCertain = rest != nil || isCommand
            if pattern.action == .rewrite { edit.instruction = pattern.instruction ?? edit.words }
            var found: [SpokenEdit] = []
            match(pattern.parts[...], words[...], keys[...], edit, &found)
            // Of "correct a to b to c" the one with sides of the same length is the most likely.
            edits += found.sorted {
                (abs($0.text.count - $0.with.count), $1.text.count)
                    < (abs($1.text.count - $1.with.count), $0.text.count)
            }
        }
        return edits
    }

    /// Nobody says longer commands; the limit keeps the time in proportion to the words.
    private static let mostWords = 40

    /// A word without the marks that an engine writes around it.
    private static func bare(_ word: Substring) -> String {
        var word = word
        while let last = word.last, ".,;:!?…”\"“".contains(last) { word.removeLast() }
        while let first = word.first, "“„\"".contains(first) { word.removeFirst() }
        return String(word)
    }

    private func match(
        _ parts: ArraySlice<Part>, _ words: ArraySlice<String>, _ keys: ArraySlice<String>,
        _ edit: SpokenEdit, _ edits: inout [SpokenEdit]
    ) {
        guard let part = parts.first else {
            if words.isEmpty { edits.append(edit) }
            return
        }
        guard words.count >= parts.count else { return }
        switch part {
        case .word(let word):
            if keys.first == word {
                match(parts.dropFirst(), words.dropFirst(), keys.dropFirst(), edit, &edits)
            }
        case .count:
            guard let key = keys.first, let count = numbers[key] ?? Int(key), 1...500 ~= count
            else { return }
            var edit = edit
            edit.count = count
            match(parts.dropFirst(), words.dropFirst(), keys.dropFirst(), edit, &edits)
        case .text, .with:
            for length in 1...(words.count - parts.count + 1) {
                var edit = edit
                let captured = Array(words.prefix(length))
                if part == .text { edit.text = captured } else { edit.with = captured }
                match(
                    parts.dropFirst(), words.dropFirst(length), keys.dropFirst(length), edit,
                    &edits)
            }
        }
    }
}
