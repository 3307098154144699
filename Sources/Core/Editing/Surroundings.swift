import Dictation
import TextProcessing

/// The requirements of the text around the cursor on a text that is typed there.
package struct Surroundings: Hashable {
    /// The text before the cursor, or before the selection; nil if it is unknown.
    package let before: String?
    package let selected: String
    /// The text after the cursor, or after the selection; nil if it is unknown.
    package let after: String?
    /// Whether the text that was typed last is known to be gone, though not what is there now.
    package let isEmptied: Bool

    package init(before: String?, selected: String, after: String?, isEmptied: Bool = false) {
        (self.before, self.selected, self.after) = (before, selected, after)
        self.isEmptied = isEmptied
    }

    /// Nobody reports it.
    package static let unknown = Surroundings(before: nil, selected: "", after: nil)

    /// Whether the cursor is within a word: what is typed becomes part of it.
    package var isWithinWord: Bool {
        guard selected.isEmpty, let last = before?.last, let next = after?.first else {
            return false
        }
        return last.isPartOfWord && next.isPartOfWord
    }

    /// Whether a space must follow a word that is typed.
    var needsSpaceAfter: Bool {
        guard let next = after?.first else { return false }
        return next.isPartOfWord || "([{“‘„«#@$£€".contains(next)
    }

    /// Whether white space follows.
    var hasSpaceAfter: Bool { after?.first?.isWhitespace ?? false }

    /// Whether the sentence goes on after the cursor.
    var continuesSentence: Bool {
        guard let after else { return false }
        let line = after.prefix { !$0.isNewline }
        guard let next = line.first(where: { !$0.isWhitespace }) else { return false }
        return next.isLowercase || ",;:.!?)]}”’…".contains(next)
    }

    /// The text with a last full stop only if the sentence ends with it, in the case of what it
    /// replaces.
    func fitting(_ text: String) -> String {
        var text = text
        if continuesSentence, text.last == ".", !text.hasSuffix("..") {
            let word = text.dropLast().split(whereSeparator: \.isWhitespace).last ?? ""
            // Not the dot of “e.g.”.
            if !word.contains(".") { text.removeLast() }
        }
        let letters = selected.filter(\.isLetter)
        if letters.count > 1, letters.allSatisfy(\.isUppercase) { return text.uppercased() }
        if selected.first?.isUppercase == true, let first = text.firstIndex(where: \.isLetter) {
            text.replaceSubrange(first...first, with: text[first].uppercased())
        }
        return text
    }
}

extension Character {
    fileprivate var isPartOfWord: Bool { isLetter || isNumber }
}
