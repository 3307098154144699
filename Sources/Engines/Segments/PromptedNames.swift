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
    /// At most so much of a name of the user's sounds otherwise than what was heard for it.
    private static let difference = 0.4

    private let words: [SegmentWord]
    private let names: Set<String>
    /// The words of the user's names.
    private let ownNames: Set<String>
    /// The text before the sound.
    public let prompt: String

    /// Nil if there is no name that the words lack.
    ///
    /// - Parameters:
    ///   - context: the text around the dictation.
    ///   - ownNames: names of the user's that sound like some of the words (``SoundingNames``).
    ///   - words: the text without a prompt.
    public init?(of context: String?, and ownNames: [String] = [], for words: [SegmentWord]) {
        let known = Set(words.map(\.key))
        names = context.map { Self.names(in: $0).subtracting(known) } ?? []
        self.ownNames = Set(ownNames.flatMap { SegmentWord.words(of: $0).map(\.key) })
            .subtracting(known)
        if words.isEmpty || names.isEmpty && self.ownNames.isEmpty { return nil }
        self.words = words
        prompt = [Self.sentence(of: ownNames), context].compactMap(\.self).joined(separator: " ")
    }

    /// A model that is given a bare list writes no marks.
    private static func sentence(of names: [String]) -> String? {
        guard let first = names.first else { return nil }
        let list = [first.prefix(1).uppercased() + first.dropFirst()] + names.dropFirst()
        return list.joined(separator: ", ") + "."
    }

    /// The words with the names of the prompt.
    ///
    /// - Parameter prompted: the text of the same sound with the prompt.
    public func put(from prompted: [SegmentWord]) -> [SegmentWord] {
        let (old, new) = (words.map(\.key), prompted.map(\.key))
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
                && isName(new[written], for: old[heard])
            result += isName ? prompted[written] : words[heard]
            guard place < old.count else { break }
            result.append(words[place])
            (place, other) = (place + 1, other + 1)
        }
        return result
    }

    private func isName(_ written: ArraySlice<String>, for heard: ArraySlice<String>) -> Bool {
        if written.contains(where: names.contains), Self.areAsLong(heard, written) { return true }
        return written.contains(where: ownNames.contains)
            && SoundCode(written).distance(to: SoundCode(heard)) <= Self.difference
    }

    /// Words with a capital or a digit: a run costs too much for a text that has none.
    private static func names(in context: String) -> Set<String> {
        let names = SegmentWord.words(of: context).filter { word in
            word.text.contains { $0.isUppercase || $0.isNumber }
        }
        return Set(names.map(\.key).filter { $0.count >= shortest })
    }

    /// Whether a name is about as long as what was heard for it. A model may also leave out a
    /// sentence, and write a word of its prompt in its place.
    private static func areAsLong(_ heard: ArraySlice<String>, _ name: ArraySlice<String>) -> Bool {
        let letters = (heard.joined().count, name.joined().count)
        return letters.0 <= 2 * letters.1 && letters.1 <= 2 * letters.0
    }
}

extension CollectionDifference.Change {
    fileprivate var offset: Int {
        switch self {
        case .insert(let offset, _, _), .remove(let offset, _, _): offset
        }
    }
}
