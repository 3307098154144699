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
}
