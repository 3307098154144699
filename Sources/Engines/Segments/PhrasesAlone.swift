import Dictation

/// Hears the name of a mark or a command that is said alone.
///
/// Of "colon" alone a model makes a name, and "and do that" of "undo that". After a prompt with
/// such phrases it writes them, but ordinary words worse: so only what sounds like a phrase
/// is run again, and only a whole phrase is taken.
public struct PhrasesAlone: Sendable {
    /// In samples of speech: longer speech is no phrase alone.
    public static let longest = SpeechSegmenter.Limits.seconds(2.5)
    /// The phrases that the prompt lists, and those that it has once more, as sentences: with them
    /// a model writes words that it would hardly expect.
    private static let (listed, repeated) = (24, 6)
    /// The bytes of the prompt at most: a model takes as many tokens as half of its text has, and
    /// forgets what was first.
    private static let longestPrompt = 480
    /// A model needs no help with shorter words, and takes others for them: "dash" for "dish".
    private static let fewestLetters = 5

    /// The text before the sound.
    public let prompt: String
    /// By their letters.
    private let phrases: [String: String]
    private let letters: [[Character]]

    /// Nil without phrases.
    ///
    /// - Parameter phrases: the likeliest first.
    public init?(_ phrases: [String]) {
        guard !phrases.isEmpty else { return nil }
        self.phrases = Dictionary(
            phrases.map { (Self.letters(of: $0), $0) }, uniquingKeysWith: { first, _ in first })
        letters = self.phrases.keys.filter { $0.count >= Self.fewestLetters }.map(Array.init)
        var list = Array(phrases.prefix(Self.listed))
        let sentences = phrases.prefix(Self.repeated).map { phrase in
            "\(phrase.prefix(1).uppercased())\(phrase.dropFirst())."
        }.joined(separator: " ")
        // The last words before the sound count most.
        func text() -> String { "\(list.reversed().joined(separator: ", ")). \(sentences)" }
        while list.count > 1, text().utf8.count > Self.longestPrompt { list.removeLast() }
        prompt = text()
    }

    /// The phrase that some words are; nil if they are none.
    ///
    /// - Parameter prompted: the text with the prompt. The model may say the phrase again and again.
    public func phrase(in prompted: [SegmentWord]) -> String? {
        let written = Self.letters(of: prompted.text)
        return phrases[Self.period(of: written)].flatMap { phrase in
            Self.letters(of: phrase).count >= Self.fewestLetters ? phrase : nil
        }
    }

    /// Whether what was heard may be a phrase: at least half of its letters are those of one.
    ///
    /// - Parameter words: the text without the prompt.
    public func mayHide(in words: [SegmentWord]) -> Bool {
        let heard = Self.letters(of: words.text)
        // Said twice, it is meant twice.
        guard !heard.isEmpty, phrases[Self.period(of: heard)] == nil else { return false }
        let written = Array(heard)
        return letters.contains { phrase in
            let longer = max(phrase.count, written.count)
            return 2 * abs(phrase.count - written.count) <= longer
                && 2 * phrase.editDistances(toBeginningsOf: written).last! <= longer
        }
    }

    private static func letters(of text: String) -> String { SegmentWord(text).letters }

    /// The shortest text that is these letters when it is said once or more.
    private static func period(of letters: String) -> String {
        let characters = Array(letters)
        let count = (1...max(1, characters.count)).first { count in
            characters.count.isMultiple(of: count)
                && characters.indices.allSatisfy { characters[$0] == characters[$0 % count] }
        }
        return String(characters.prefix(count ?? characters.count))
    }
}
