import Dictation
import Testing
import TextProcessing

/// What a speech model is told to expect.
@Suite struct PhrasesAloneTests {
    private func phrases(_ change: (inout TextOptions) -> Void = { _ in }) -> [String] {
        var options = TextOptions()
        change(&options)
        return TextProcessor(options).phrasesAlone
    }

    @Test func theLikeliestComeFirst() {
        #expect(
            phrases().prefix(6)
                == ["comma", "colon", "semicolon", "full stop", "ellipsis", "undo that"])
        #expect(
            phrases { $0.language = .german }.prefix(6)
                == [
                    "komma", "doppelpunkt", "semikolon", "punkt", "auslassungspunkte",
                    "mach das rückgängig",
                ])
    }

    @Test func eachIsNamedOnceAndHasNoWordsOfTheUsers() {
        let phrases = phrases()
        #expect(Set(phrases).count == phrases.count)
        for phrase in ["new line", "redo that", "make that bold", "delete the last word"] {
            #expect(phrases.contains(phrase))
        }
        #expect(phrases.allSatisfy { !$0.contains("{") && !$0.contains("[") })
        // An answer is one only where it is asked for.
        #expect(!phrases.contains("yes") && !phrases.contains("no"))
    }

    @Test func onlyWhatIsObeyedIsNamed() {
        #expect(!phrases().contains("press tab"))
        #expect(phrases { $0.keys = [.tab] }.contains("press tab"))
        #expect(!phrases { $0.revises = false }.contains("undo that"))
        let prefixed = phrases { $0.commandPrefix = "computer" }
        #expect(prefixed.contains("computer redo that") && !prefixed.contains("redo that"))
        #expect(phrases { $0.obeysSpokenMarks = false } == [])
        #expect(phrases { $0.language = Language(tag: "pl") } == [])
    }
}
