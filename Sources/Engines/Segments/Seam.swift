public import Dictation

/// Joins the texts of two segments that were cut in the midst of speech: the second begins with the
/// last sound of the first.
public struct Seam: Sendable {
    /// In German a capital in the midst of a sentence may be a noun's.
    private let keepsCapitals: Bool

    /// Words at the cut that may be wrong: the last of the first, of which a part was missing, and
    /// the first of the second.
    private static let doubtful = 2
    /// More words are hardly spoken in the common sound.
    private static let most = 8

    /// - Parameter language: the language of the texts; nil if it isn't known.
    public init(_ language: LanguageTag?) {
        keepsCapitals = language?.language == "de"
    }

    /// The words of both, each once.
    ///
    /// - Parameter start: where the second segment begins in the dictation.
    public func join(
        _ first: [SegmentWord], _ second: [SegmentWord], at start: Duration
    ) -> [SegmentWord] {
        guard !first.isEmpty, !second.isEmpty else { return first + second }
        // Only these, and words without a time, can be in the common sound.
        let common = first.suffix(Self.most).filter { $0.time.map { $0.end > start } ?? true }
        let overlap = overlap(first.map(\.letters), second.map(\.letters), most: common.count)
        guard let overlap else {
            var (first, second) = (first, second)
            first[first.count - 1] = open(first[first.count - 1])
            second[0] = uncapitalised(second[0])
            return first + second
        }
        var kept = first
        kept.removeLast(overlap.dropped)
        // The last common word has the first's capital, and what follows it in the second.
        let again = second[overlap.skipped + overlap.count - 1].text
        let word = Self.bare(kept[kept.count - 1].text)
        kept[kept.count - 1].text = word + again.dropFirst(Self.bare(again).count)
        kept += second[(overlap.skipped + overlap.count)...]
        return kept
    }

    /// The longest run of words that ends the first and begins the second; of several the one with
    /// the fewest words left out.
    private func overlap(
        _ first: [String], _ second: [String], most: Int
    ) -> (dropped: Int, skipped: Int, count: Int)? {
        var best: (dropped: Int, skipped: Int, count: Int)?
        for left in 0...2 * Self.doubtful {
            for dropped in 0...left where dropped <= Self.doubtful {
                let skipped = left - dropped
                guard skipped <= Self.doubtful, dropped < first.count, skipped < second.count
                else { continue }
                let ends = first.dropLast(dropped)
                let begins = second.dropFirst(skipped)
                let longest = min(ends.count, begins.count, most - dropped)
                // One word alone may be the same by chance.
                let least = left == 0 ? 1 : 2
                guard least <= longest else { continue }
                let count = (least...longest).last { count in
                    ends.suffix(count).elementsEqual(begins.prefix(count))
                }
                if let count, count > best?.count ?? 0 { best = (dropped, skipped, count) }
            }
        }
        return best
    }

    /// Without the full stop that the engine sets at the end of any sound.
    private func open(_ word: SegmentWord) -> SegmentWord {
        var word = word
        while let last = word.text.last, ".…。".contains(last) { word.text.removeLast() }
        return word
    }

    private static func bare(_ text: String) -> String {
        var text = text
        while text.last?.isPunctuation == true { text.removeLast() }
        return text
    }

    /// Without the capital that the engine sets at the beginning, but where it is the word's own.
    private func uncapitalised(_ word: SegmentWord) -> SegmentWord {
        let letters = word.text.prefix { $0.isLetter }
        guard !keepsCapitals, let first = letters.first, first.isUppercase, letters != "I",
            !letters.dropFirst().contains(where: \.isUppercase)
        else { return word }
        var word = word
        word.text = first.lowercased() + word.text.dropFirst()
        return word
    }
}
