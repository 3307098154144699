/// Puts names into a text, as they stand in a prompt.
///
/// A model that is told the text before the cursor writes its names right, and ordinary
/// words worse. So its text without the prompt counts, and of the one with the prompt only what
/// differs and has a word of it.
public struct PromptedNames {
    /// Shorter words of a prompt are ordinary ones mostly.
    private static let shortest = 4
    /// A name is a few words at most. What was heard for it may be more.
    private static let (mostWords, mostHeard) = (4, 6)

    private let words: [SegmentWord]
    private let names: Set<String>

    /// Nil if the prompt has no name that the words lack.
    ///
    /// - Parameter words: the text without the prompt.
    public init?(of prompt: String, for words: [SegmentWord]) {
        names = Self.names(in: prompt, missing: words)
        if words.isEmpty || names.isEmpty { return nil }
        self.words = words
    }

    /// The words with the names of the prompt.
    ///
    /// - Parameter prompted: the text of the same sound with the prompt.
    public func put(from prompted: [SegmentWord]) -> [SegmentWord] {
        let (old, new) = (words.map(Self.key), prompted.map(Self.key))
        let changes = new.difference(from: old)
        let (removed, added) = (
            Set(changes.removals.map(\.offset)), Set(changes.insertions.map(\.offset))
        )
        var result: [SegmentWord] = []
        var (place, other) = (0, 0)
        while place < old.count || other < new.count {
            let (start, otherStart) = (place, other)
            while removed.contains(place) { place += 1 }
            while added.contains(other) { other += 1 }
            let (heard, written) = (start..<place, otherStart..<other)
            let isName =
                (1...Self.mostHeard).contains(heard.count) && written.count <= Self.mostWords
                && new[written].contains(where: names.contains)
                && Self.areAsLong(old[heard], new[written])
            result += isName ? prompted[written] : words[heard]
            guard place < old.count else { break }
            result.append(words[place])
            (place, other) = (place + 1, other + 1)
        }
        return result
    }

    /// Words with a capital or a digit: a run costs too much for a text that has none.
    private static func names(in prompt: String, missing words: [SegmentWord]) -> Set<String> {
        let names = SegmentWord.words(of: prompt).filter { word in
            word.text.contains { $0.isUppercase || $0.isNumber }
        }
        return Set(names.map(key).filter { $0.count >= shortest }).subtracting(words.map(key))
    }

    /// Whether a name is about as long as what was heard for it. A model may also leave out a
    /// sentence, and write a word of its prompt in its place.
    private static func areAsLong(_ heard: ArraySlice<String>, _ name: ArraySlice<String>) -> Bool {
        let letters = (heard.joined().count, name.joined().count)
        return letters.0 <= 2 * letters.1 && letters.1 <= 2 * letters.0
    }

    /// The letters of a word, without “’s”.
    private static func key(_ word: SegmentWord) -> String {
        let text = word.text
        let end = text.lastIndex { $0 == "'" || $0 == "’" }
        guard let end, text[end...].dropFirst().prefix(2).filter(\.isLetter) == "s" else {
            return word.letters
        }
        return SegmentWord(text[..<end]).letters
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
