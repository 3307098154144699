/// Finds words that the user has replaced by hand in a text that was dictated.
package enum RetypedWords {
    /// How many words are replaced, by how many, at most.
    private static let mostReplaced = 3
    /// So many words are still as they were dictated, or the text may be another one.
    private static let fewestLeft = 3

    /// The words of a dictated text that a document has others for, once; nil if there are none, or the
    /// text was changed in several places.
    ///
    /// - Parameter document: the text around the cursor.
    package static func correction(of dictated: String, in document: String) -> Correction? {
        let (old, new) = (words(of: dictated), words(of: document))
        guard old.count > fewestLeft, old.count <= new.count + mostReplaced else { return nil }
        // How many words from each place on are the first ones, and up to it the last ones.
        let first = new.indices.map { place in zip(old, new[place...]).prefix { $0 == $1 }.count }
        let last = (0...new.count).map { place in
            zip(old.reversed(), new[..<place].reversed()).prefix { $0 == $1 }.count
        }
        if first.contains(old.count) { return nil }
        for (replaced, written) in replacements where old.count - replaced >= fewestLeft {
            // The text was dictated where the cursor is, or near.
            for start in new.indices.reversed() {
                let end = start + old.count - replaced + written
                guard end < last.count else { continue }
                let left = min(first[start], old.count - replaced)
                guard last[end] >= old.count - replaced - left else { continue }
                let (said, now) = (
                    old[left..<left + replaced], new[start + left..<start + left + written]
                )
                // Words were only left out, or added.
                if said.first == now.first || said.last == now.last { return nil }
                let (heard, meant) = (said.joined(separator: " "), now.joined(separator: " "))
                // A sentence begins there, or doesn't any more.
                let isCase = left == 0 && heard.lowercased() == meant.lowercased()
                return isCase ? nil : Correction(of: heard, to: meant)
            }
        }
        return nil
    }

    /// The numbers of words, the fewest first.
    private static let replacements = (2...2 * mostReplaced).flatMap { sum in
        (1...mostReplaced).map { ($0, sum - $0) }.filter { (1...mostReplaced).contains($0.1) }
    }

    /// The words without the marks around them.
    private static func words(of text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace).compactMap { word in
            let isPart = { (character: Character) in character.isLetter || character.isNumber }
            guard let first = word.firstIndex(where: isPart),
                let last = word.lastIndex(where: isPart)
            else { return nil }
            return String(word[first...last])
        }
    }
}
