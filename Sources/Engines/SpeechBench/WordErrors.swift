/// The difference between recognised and spoken words: the counts of the word error rate.
public struct WordErrors: Hashable, Sendable {
    /// The number of spoken words.
    public private(set) var words = 0
    public private(set) var substitutions = 0
    public private(set) var insertions = 0
    public private(set) var deletions = 0

    public init() {}

    /// Counts the fewest changes from `said` to `heard`. Of several equally short ways, the one
    /// with the most substitutions counts, as in NIST's sclite.
    public init(said: [String], heard: [String]) {
        words = said.count
        // The changes from the words of `said` so far to each prefix of `heard`.
        var row = (0...heard.count).map { Changes(insertions: $0) }
        for word in said {
            var diagonal = row[0]
            row[0].deletions += 1
            for (index, other) in heard.enumerated() {
                var best = diagonal
                if word != other { best.substitutions += 1 }
                var deletion = row[index + 1]
                deletion.deletions += 1
                var insertion = row[index]
                insertion.insertions += 1
                diagonal = row[index + 1]
                if deletion.count < best.count { best = deletion }
                if insertion.count < best.count { best = insertion }
                row[index + 1] = best
            }
        }
        let changes = row[heard.count]
        substitutions = changes.substitutions
        insertions = changes.insertions
        deletions = changes.deletions
    }

    /// The number of wrong, added and missing words.
    public var count: Int { substitutions + insertions + deletions }

    /// The word error rate: changes per spoken word. It may be more than 1; without words it is 0.
    public var rate: Double { words == 0 ? 0 : Double(count) / Double(words) }

    public static func += (sum: inout WordErrors, other: WordErrors) {
        sum.words += other.words
        sum.substitutions += other.substitutions
        sum.insertions += other.insertions
        sum.deletions += other.deletions
    }

    private struct Changes {
        var substitutions = 0
        var insertions = 0
        var deletions = 0
        var count: Int { substitutions + insertions + deletions }
    }
}

extension WordErrors {
    /// The words of a text for comparison: lower case, without punctuation; an apostrophe within a
    /// word stays.
    public static func words(_ text: String) -> [String] {
        var words: [String] = []
        for piece in text.lowercased().split(whereSeparator: { !isPartOfWord($0) }) {
            let word = piece.drop { isApostrophe($0) }
            let end = word.lastIndex { !isApostrophe($0) }
            guard let end else { continue }
            words.append(String(word[...end].map { isApostrophe($0) ? "'" : $0 }))
        }
        return words
    }

    private static func isPartOfWord(_ character: Character) -> Bool {
        character.isLetter || character.isNumber || isApostrophe(character)
    }

    private static func isApostrophe(_ character: Character) -> Bool {
        character == "'" || character == "\u{2019}"
    }
}
