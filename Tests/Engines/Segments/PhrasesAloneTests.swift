import SpeechSegments
import Testing

@Suite struct PhrasesAloneTests {
    private static let phrases = PhrasesAlone([
        "comma", "colon", "undo that", "semicolon", "delete that", "dash", "press enter",
    ])!

    private func words(_ text: String) -> [SegmentWord] { SegmentWord.words(of: text) }

    @Test(arguments: [
        ("Colon.", "colon"), ("Semi-colon.", "semicolon"), ("Undo that!", "undo that"),
        // Models repeat themselves.
        ("Colon. Colon. Colon.", "colon"), ("Delete that. Delete that.", "delete that"),
    ])
    func aWholePhraseIsTaken(_ prompted: String, _ phrase: String) {
        #expect(Self.phrases.phrase(in: words(prompted)) == phrase)
    }

    @Test(arguments: [
        "", "Cohen.", "Colon cancer.", "The colon.", "Undo that now.", "Colon. Comma.", "Col.",
        // A model needs no help with a word that short.
        "Dash.",
    ])
    func nothingElseIsTaken(_ prompted: String) {
        #expect(Self.phrases.phrase(in: words(prompted)) == nil)
    }

    @Test(arguments: [
        "Cohen.", "And do that.", "comment", "Sami Kalind", "We do that.", "Press and enter.",
    ])
    func whatSoundsLikeAPhraseIsRunAgain(_ heard: String) {
        #expect(Self.phrases.mayHide(in: words(heard)))
    }

    /// The second run would delay the text.
    @Test(arguments: [
        "", "Yes.", "Seven.", "Thank you very much.", "I do not know.", "The weather is fine.",
        // It was heard, perhaps twice.
        "Colon.", "undo that", "Delete that. Delete that.",
    ])
    func otherWordsAreNotRunAgain(_ heard: String) {
        #expect(!Self.phrases.mayHide(in: words(heard)))
    }

    @Test func thePromptListsPhrasesAndSaysTheFirstOnesAgain() {
        #expect(
            Self.phrases.prompt
                == "press enter, dash, delete that, semicolon, undo that, colon, comma."
                + " Comma. Colon. Undo that. Semicolon. Delete that. Dash.")
        #expect(PhrasesAlone([]) == nil)
    }

    /// A model forgets the beginning of a long prompt.
    @Test func thePromptIsShort() {
        let long = (0..<200).map { "phrase number \($0) with many words" }
        #expect(PhrasesAlone(long)!.prompt.utf8.count <= 480)
    }
}
