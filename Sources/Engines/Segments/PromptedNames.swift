/// Puts names into a text, as they stand in a prompt.
///
/// A model that is told the text before the cursor writes its names right, and ordinary
/// words worse. So its text without the prompt counts, and of the one with the prompt only what
/// differs and has a word of it.
public enum PromptedNames {
    /// Shorter words of a prompt are ordinary ones mostly.
    private static let shortest = 4
    /// A name is a few words at most. What was heard for it may be more.
    private static let (mostWords, mostHeard) = (4, 6)

    /// Whether a prompt may have a name for a text.
    public static func mayBe(in prompt: String, for words: [SegmentWord]) -> Bool {
        !words.isEmpty && !names(in: prompt, missing: words).isEmpty
    }

    /// - Parameters:
    ///   - words: the text without the prompt.
    ///   - prompted: the text of the same sound with it.
    public static func put(
        into words: [SegmentWord], from prompted: [SegmentWord], of prompt: String
    ) -> [SegmentWord] {
        let names = names(in: prompt, missing: words)
        let (old, new) = (words.map(key), prompted.map(key))
        let common = commonLengths(old, new)
        var result: [SegmentWord] = []
        var (place, other) = (0, 0)
        while place < old.count || other < new.count {
            let (start, otherStart) = (place, other)
            while place < old.count || other < new.count {
                if place < old.count, other < new.count, old[place] == new[other] { break }
                if other == new.count
                    || place < old.count && common[place + 1][other] >= common[place][other + 1]
                {
                    place += 1
                } else {
                    other += 1
                }
            }
            let (heard, written) = (start..<place, otherStart..<other)
            let isName =
                (1...mostHeard).contains(heard.count) && written.count <= mostWords
                && new[written].contains(where: names.contains)
                && areAsLong(old[heard], new[written])
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

    /// How many words the rests of two texts have in common, in their order.
    private static func commonLengths(_ old: [String], _ new: [String]) -> [[Int]] {
        var lengths = [[Int]](
            repeating: [Int](repeating: 0, count: new.count + 1), count: old.count + 1)
        for place in old.indices.reversed() {
            for other in new.indices.reversed() {
                lengths[place][other] =
                    old[place] == new[other]
                    ? lengths[place + 1][other + 1] + 1
                    : max(lengths[place + 1][other], lengths[place][other + 1])
            }
        }
        return lengths
    }
}
