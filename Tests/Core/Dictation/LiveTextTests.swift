import Dictation
import TestSupport
import Testing

@Suite struct LiveTextTests {
    private struct Case: Sendable {
        let typed: String
        let wanted: String
        /// What is deleted and typed while the user speaks, and at the utterance's end.
        let small: String?
        let exact: String

        init(_ typed: String, _ wanted: String, small: String?, exact: String) {
            self.typed = typed
            self.wanted = wanted
            self.small = small
            self.exact = exact
        }
    }

    private static let cases = [
        Case("", "One", small: "-0 One", exact: "-0 One"),
        Case("One", "One two", small: "-0  two", exact: "-0  two"),
        Case("One two", "One too late", small: "-2 oo late", exact: "-2 oo late"),
        Case("One", "One", small: nil, exact: "-0 "),
        // Words that disappeared may come back.
        Case("One two", "One", small: nil, exact: "-4 "),
        Case("a b c d", "a x", small: "-5 x", exact: "-5 x"),
        Case("a b c d e", "a x", small: nil, exact: "-7 x"),
        // The same character in another encoding; a different character with the same beginning.
        Case("caf\u{e9}", "cafe\u{301} au lait", small: "-0  au lait", exact: "-0  au lait"),
        Case("cafe", "cafe\u{301}s", small: "-1 e\u{301}s", exact: "-1 e\u{301}s"),
        Case("👨", "👨‍👩‍👧", small: "-1 👨‍👩‍👧", exact: "-1 👨‍👩‍👧"),
    ]

    @Test(arguments: cases.indices)
    func editsAsLittleAsPossible(_ index: Int) {
        let test = Self.cases[index]
        var live = LiveText()
        live.noteTyped(test.typed)
        #expect(live.smallEdit(to: test.wanted).map(described) == test.small)
        #expect(described(live.edit(to: test.wanted)) == test.exact)
    }

    private func described(_ edit: Insertion) -> String { "-\(edit.deletedCount) \(edit.text)" }

    @Test func countsOnlyWhatStandsThere() {
        var live = LiveText()
        live.noteTyped("a☃b☃", without: ["☃"])
        let edit = live.edit(to: "a☃c")
        #expect(described(edit) == "-1 c")
        live.noteDeleted(1, toMake: "a☃c")
        #expect(live.typed == "a☃")
        #expect(live.omitted == ["☃"])
    }

    /// The plan was made for the window as it was before.
    @Test func completesAnInsertion() {
        var live = LiveText()
        live.noteTyped(" two tree")
        #expect(
            live.completing(Insertion([.type(" two three"), .press(.enter)]))
                == Insertion([.delete(3), .type("hree"), .press(.enter)]))
        #expect(
            live.completing(Insertion([.delete(4), .type("x")]))
                == Insertion([.delete(13), .type("x")]))
        #expect(
            live.completing(Insertion([.press(.enter)]))
                == Insertion([.delete(9), .press(.enter)]))
        #expect(live.completing(Insertion([])) == Insertion([.delete(9)]))
        #expect(live.completing(Insertion(" two tree")).isEmpty)
    }

    @Test func knowsWhereADeletionFailed() {
        var live = LiveText()
        live.noteTyped("one two☃", without: ["☃"])
        live.noteDeleted(2, toMake: "one")
        #expect(live.typed == "one t")
    }

    /// For any words: during an utterance at most three words are deleted at once, and in the end
    /// the window has the final text.
    @Test(arguments: 0..<200)
    func theFinalTextStandsThere(_ seed: UInt64) {
        var random = SplitMix(seed: seed)
        let vocabulary = ["a", "bee", "cé", "dé\u{301}", "👍🏽", "a b", "two"]
        func words() -> [String] {
            (0..<Int.random(in: 0...8, using: &random)).map { _ in
                vocabulary.randomElement(using: &random)!
            }
        }
        var stable = StableWords()
        var live = LiveText()
        var window: [Character] = []
        func make(_ text: String, by edit: Insertion?) {
            guard let edit else { return }
            window.removeLast(edit.deletedCount)
            window += edit.text
            live.noteDeleted(edit.deletedCount, toMake: text)
            live.noteTyped(edit.text)
        }
        var spoken: [String] = []
        for _ in 0..<4 {
            var heard = words()
            for _ in 0..<12 {
                if Bool.random(using: &random) { heard = heard.dropLast() + words().prefix(2) }
                stable.hear(heard.joined(separator: " "))
                let text = (spoken + [stable.words]).joined(separator: " ")
                let edit = live.smallEdit(to: text)
                if let edit {
                    let gone = String(window.suffix(edit.deletedCount))
                    #expect(gone.split(separator: " ").count <= LiveText.mostWords)
                }
                make(text, by: edit)
            }
            spoken += words()
            stable.endUtterance()
            let text = spoken.joined(separator: " ")
            make(text, by: live.edit(to: text))
            #expect(String(window) == text)
        }
    }
}

@Suite struct StableWordsTests {
    @Test func needsThreeThatAgree() {
        var stable = StableWords()
        var told: [String] = []
        for hypothesis in [
            "one", "one two", "one too three", "one two", "one  two three", "one two",
        ] {
            stable.hear(hypothesis)
            told.append(stable.words)
        }
        #expect(told == ["", "", "one", "one", "one", "one two"])
    }

    @Test func beginsAnewWithEachUtterance() {
        var stable = StableWords()
        for _ in 0..<3 { stable.hear("one") }
        stable.endUtterance()
        #expect(stable.words == "")
        stable.hear("two")
        #expect(stable.words == "")
    }
}
