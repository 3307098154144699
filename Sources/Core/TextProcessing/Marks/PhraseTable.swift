/// Finds the longest of many phrases at an index in the tokens.
struct PhraseTable<Value: Sendable>: Sendable {
    private struct Phrase: Sendable {
        let words: [String]
        let value: Value
    }

    /// Keyed by the first word, the longest phrase first.
    private var phrases: [String: [Phrase]] = [:]

    /// Of two entries with the same phrase, the later one applies.
    init(_ entries: some Sequence<(String, Value)>) {
        for (text, value) in entries {
            let words = text.split(separator: " ").map { Token.key(of: $0) }
            guard let first = words.first else { continue }
            var list = phrases[first] ?? []
            list.removeAll { $0.words == words }
            let place = list.firstIndex { $0.words.count < words.count } ?? list.endIndex
            list.insert(Phrase(words: words, value: value), at: place)
            phrases[first] = list
        }
    }

    /// The longest phrase that matches the tokens from `index` on, and its number of tokens.
    func match(_ tokens: [Token], at index: Int) -> (value: Value, count: Int)? {
        guard let candidates = phrases[tokens[index].key] else { return nil }
        for phrase in candidates where index + phrase.words.count <= tokens.count {
            let isMatch = phrase.words.indices.dropFirst().allSatisfy {
                tokens[index + $0].isWord && tokens[index + $0].key == phrase.words[$0]
            }
            if isMatch { return (phrase.value, phrase.words.count) }
        }
        return nil
    }

    func contains(_ text: String) -> Bool { self[text] != nil }

    /// The value of a phrase as a whole.
    subscript(_ text: String) -> Value? {
        let words = text.split(separator: " ").map(String.init)
        return words.first.flatMap { phrases[$0]?.first { $0.words == words }?.value }
    }
}
