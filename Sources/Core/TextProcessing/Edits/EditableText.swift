/// A text that utter has typed, as editing commands see it. Places are counted in characters
/// (grapheme clusters).
public struct EditableText: Hashable, Sendable {
    public let characters: [Character]
    /// The selection, or an empty range where the cursor is.
    public let selection: Range<Int>
    /// The last utterance, without the space before it.
    public let lastUtterance: Range<Int>

    public init(_ text: String, selection: Range<Int>? = nil, lastUtterance: Range<Int>? = nil) {
        characters = Array(text)
        let end = characters.count
        self.selection = (selection ?? end..<end).clamped(to: 0..<end)
        self.lastUtterance = (lastUtterance ?? 0..<end).clamped(to: 0..<end)
    }

    public func string(_ range: Range<Int>) -> String { String(characters[range]) }

    var string: String { String(characters) }

    /// The range that "that" means: the selection, or the last utterance without white space around
    /// it.
    var that: Range<Int> { selection.isEmpty ? trimmed(lastUtterance) : trimmed(selection) }

    /// The range without the white space at its ends.
    public func trimmed(_ range: Range<Int>) -> Range<Int> {
        var (start, end) = (range.lowerBound, range.upperBound)
        while start < end, characters[start].isWhitespace { start += 1 }
        while end > start, characters[end - 1].isWhitespace { end -= 1 }
        return start..<end
    }

    // MARK: Words

    /// Characters between white space, and the part of them that is a word.
    struct Word: Hashable {
        let whole: Range<Int>
        let core: Range<Int>
        let key: String
    }

    var words: [Word] {
        var words: [Word] = []
        var start: Int?
        for place in 0...characters.count {
            let isSpace = place == characters.count || characters[place].isWhitespace
            if !isSpace {
                start = start ?? place
            } else if let first = start {
                words.append(word(first..<place))
                start = nil
            }
        }
        return words
    }

    private func word(_ whole: Range<Int>) -> Word {
        func isPart(_ place: Int) -> Bool {
            characters[place].isLetter || characters[place].isNumber
        }
        guard let first = whole.first(where: isPart), let last = whole.last(where: isPart) else {
            return Word(whole: whole, core: whole, key: "")
        }
        let core = first..<(last + 1)
        return Word(whole: whole, core: core, key: Token.key(of: string(core)))
    }

    /// The last place of these words; nil if they aren't there.
    func range(of wanted: [String]) -> Range<Int>? {
        let keys = wanted.map { EditGrammar.key($0) }.filter { !$0.isEmpty }
        guard !keys.isEmpty else { return nil }
        let words = words
        guard words.count >= keys.count else { return nil }
        for start in (0...(words.count - keys.count)).reversed() {
            let end = start + keys.count - 1
            if zip(words[start...end], keys).allSatisfy({ $0.key == $1 }) {
                return words[start].core.lowerBound..<words[end].core.upperBound
            }
        }
        return nil
    }

    /// The last place of a string.
    func range(ofString string: String) -> Range<Int>? {
        let wanted = Array(string)
        guard !wanted.isEmpty, wanted.count <= characters.count else { return nil }
        for start in (0...(characters.count - wanted.count)).reversed()
        where Array(characters[start..<(start + wanted.count)]) == wanted {
            return start..<(start + wanted.count)
        }
        return nil
    }

    /// The last place of a string between words.
    func range(ofWhole string: String) -> Range<Int>? {
        guard let range = range(ofString: string) else { return nil }
        func isPart(_ place: Int) -> Bool {
            characters.indices.contains(place)
                && (characters[place].isLetter || characters[place].isNumber)
        }
        return isPart(range.lowerBound - 1) || isPart(range.upperBound) ? nil : range
    }

    /// The last words before the cursor, from the beginning of the first one; nil if there are
    /// fewer.
    func lastWords(_ count: Int) -> Range<Int>? {
        let before = words.filter { $0.whole.upperBound <= selection.upperBound }
        guard before.count >= count, let last = before.last else { return nil }
        return before[before.count - count].whole.lowerBound..<last.whole.upperBound
    }

    /// The last sentences before the cursor.
    func lastSentences(_ count: Int, abbreviations: Set<String>) -> Range<Int>? {
        let before = words.filter { $0.whole.upperBound <= selection.upperBound }
        guard let last = before.last else { return nil }
        var left = count
        for index in before.indices.reversed() {
            let start = before[index].whole.lowerBound
            let context = TextContext.before(String(characters[..<start].suffix(200)))
            guard index == 0 || context.startsSentence(abbreviations: abbreviations) else {
                continue
            }
            left -= 1
            if left == 0 { return start..<last.whole.upperBound }
        }
        return nil
    }

    /// The range with the white space before it, but no line break.
    func withSpaceBefore(_ range: Range<Int>) -> Range<Int> {
        var start = range.lowerBound
        while start > 0, characters[start - 1] == " " { start -= 1 }
        return start..<range.upperBound
    }
}
