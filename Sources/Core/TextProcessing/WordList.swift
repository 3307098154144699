/// The words of a language, as they are written.
public protocol WordList: Hashable, Sendable {
    /// Whether it has this word in this casing.
    func contains(_ word: String) -> Bool
}

extension WordList {
    /// A word with its capital if it has no other casing, as most German nouns; nil if it may be
    /// small, or is unknown.
    func noun(_ word: String) -> String? {
        guard let first = word.first, first.isLowercase else { return nil }
        let large = first.uppercased() + word.dropFirst()
        return contains(large) && !contains(word) ? large : nil
    }
}
