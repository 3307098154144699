import Dictation
import TextProcessing

/// Other texts for what was said: with other words each, the likeliest first.
package struct Alternatives {
    /// As many as ``EditAction/choices``.
    package private(set) var texts: [String] = []
    /// The text that stands there.
    private let text: String
    private var words: Set<[String]>

    /// So many words show where the difference is.
    private static let context = 3

    package init(to text: String) {
        self.text = text
        words = [Self.words(of: text)]
    }

    package var isFull: Bool { texts.count == EditAction.choices.count }

    /// Adds a text that has other words than those before.
    package mutating func add(_ other: String) {
        let new = Self.words(of: other)
        guard !isFull, !new.isEmpty, words.insert(new).inserted else { return }
        texts.append(other)
    }

    /// A numbered line for each, with the words that differ and some around them.
    package var list: String {
        texts.enumerated().map { "\($0 + 1). \(excerpt(of: $1))" }.joined(separator: "\n")
    }

    private func excerpt(of other: String) -> String {
        let (old, new) = (text.split(separator: " "), other.split(separator: " "))
        let same = zip(old, new).prefix { $0 == $1 }.count
        let sameAtEnd = zip(old.reversed(), new.reversed()).prefix { $0 == $1 }.count
        let start = max(0, min(same, new.count) - Self.context)
        let end = min(new.count, max(new.count - sameAtEnd, same) + Self.context)
        return (start > 0 ? "… " : "") + new[start..<max(start, end)].joined(separator: " ")
            + (end < new.count ? " …" : "")
    }

    /// The words without marks, whatever their case.
    private static func words(of text: String) -> [String] {
        text.split(whereSeparator: \.isWhitespace)
            .map { $0.filter { $0.isLetter || $0.isNumber }.lowercased() }
            .filter { !$0.isEmpty }
    }
}
