import Dictation
import Testing

struct CommitProofTests {
    @Test(arguments: [
        ("I like", " pears", "I like pears"),
        // Only the line.
        ("I like\nred", " pears", "red pears"),
        ("I like", " pears\nand", "and"),
        ("I like", " pears\n", ""),
        ("", "pears", "pears"),
    ])
    func hasArrived(old: String, text: String, new: String) {
        #expect(CommitProof(after: old, inserting: text).verdict(on: new) == .arrived)
    }

    @Test func isUnchangedUntilItArrives() {
        #expect(CommitProof(after: "aa", inserting: "a").verdict(on: "aa") == .unchanged)
    }

    @Test func isThereTwice() {
        let proof = CommitProof(after: "no", inserting: " no")
        #expect(proof.verdict(on: "no no") == .arrived)
        #expect(proof.verdict(on: "no no no") == .doubled)
        #expect(CommitProof(after: "no", deleting: 1, inserting: "").verdict(on: "n") == .arrived)
    }

    @Test(arguments: ["I like bears", "I like pears.", ""])
    func isAnotherText(new: String) {
        #expect(CommitProof(after: "I like", inserting: " pears").verdict(on: new) == .different)
    }

    @Test func deletes() {
        let proof = CommitProof(after: "I like pears", deleting: 6, inserting: "")
        #expect(proof.verdict(on: "I like") == .arrived)
        #expect(proof.verdict(on: "I like pears") == .unchanged)
    }

    /// Of a long text the last 1,000 characters are known, say.
    @Test func isSeenAtTheEndOfALongText() {
        let text = (1...200).map { "\($0) " }.joined()
        func known(_ text: some StringProtocol) -> String { String(text.suffix(100)) }
        let proof = CommitProof(after: known(text), deleting: 8, inserting: "pears ")
        #expect(proof.verdict(on: known(text)) == .unchanged)
        #expect(proof.verdict(on: known(text.dropLast(8) + "pears ")) == .arrived)
        #expect(proof.verdict(on: known(text.dropLast(7) + "pears ")) == .different)
        let insertion = CommitProof(after: known(text), inserting: "pears ")
        #expect(insertion.verdict(on: known(text + "pears ")) == .arrived)
        #expect(insertion.verdict(on: known(text + "pears pears ")) == .doubled)
    }

    /// The window reports more than before, and nothing has changed.
    @Test func aDeletionIsNotSeenInATextThatRepeats() {
        let old = String(repeating: "ha ", count: 20)
        let proof = CommitProof(after: old, deleting: 3, inserting: "")
        #expect(proof.verdict(on: "oh " + old) == .different)
        #expect(proof.verdict(on: String(old.dropLast(3))) == .arrived)
    }

    /// What is expected stands at the end of other texts, too.
    @Test func aShortTextAfterAnotherOneIsAnotherText() {
        #expect(CommitProof(after: "", inserting: "a").verdict(on: "banana") == .different)
    }
}
