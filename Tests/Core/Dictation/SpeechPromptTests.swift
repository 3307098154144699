import Dictation
import Testing

struct SpeechPromptTests {
    private func prompt(_ before: String?, after: String? = nil, last: String? = nil) -> String? {
        SpeechPrompt(before: before, after: after, last: last)?.text
    }

    @Test func theLastSentencesStandAsTheyAre() {
        #expect(prompt("One. Two is here. Three goes") == "Two is here. Three goes")
        #expect(prompt("Is it? “It is.” Then") == "“It is.” Then")
        #expect(prompt("Dear Siobhan,\n\n\tthank  you for") == "Dear Siobhan, thank you for")
        #expect(prompt("Only this") == "Only this")
    }

    @Test func namesAroundThemComeBefore() {
        let before = "We met Kowalczyk in Warsaw. Then it rained. We went home. The"
        #expect(prompt(before) == "Kowalczyk, Warsaw. We went home. The")
        #expect(
            prompt("It rains. We go home.", after: "I told Siobhan’s brother (Saoirse).")
                == "Saoirse, Siobhan. It rains. We go home.")
        #expect(prompt("", after: "and Kubernetes") == "Kubernetes.")
    }

    /// A capital that begins a sentence or a line makes no name, and no name stands twice.
    @Test func ordinaryWordsAreNoNames() {
        #expect(prompt("", after: "Here it is. There it was: So\nWhen I can. OK") == nil)
        #expect(
            prompt("With Ann and Ann. It rains. I met Ann.") == "It rains. I met Ann.")
        #expect(prompt("", after: "by Ann, with Ann and gRPC") == "gRPC, Ann.")
    }

    @Test func theNearestNamesAreTaken() {
        let names = (1...20).map { "name N\($0)am" }.joined(separator: " ")
        #expect(
            prompt("", after: names)
                == "N8am, N7am, N6am, N5am, N4am, N3am, N2am, N1am.")
        #expect(
            prompt("the \(names). One. Two")?.hasPrefix(
                "N13am, N14am, N15am, N16am, N17am, N18am, N19am, N20am. One.") == true)
    }

    @Test func whatNobodySaysIsLeftOut() {
        #expect(
            prompt("See https://example.org/a?b=c for it.\u{FFFC} --- \u{7}\u{1B}[0m — ok")
                == "See for it. ok")
        #expect(prompt("key " + String(repeating: "x", count: 31)) == "key")
        #expect(prompt("\u{200B}\u{0}") == nil)
        #expect(prompt("... --- ...") == nil)
    }

    /// A model takes few tokens, and letters of some scripts are several.
    @Test(arguments: ["word ", "слово ", "日本語の文 ", "👩‍👩‍👧 a "]) func itIsShort(_ word: String) throws {
        let text = try #require(prompt(String(repeating: word, count: 500)))
        #expect(text.utf8.count <= 240)
        #expect(text.utf8.count > 150)
    }

    @Test func theLastDictationStandsForATextThatIsUnknown() {
        #expect(prompt(nil, last: "I met Siobhan.") == "I met Siobhan.")
        #expect(prompt(" \n", last: "I met Siobhan.") == "I met Siobhan.")
        #expect(prompt("I met Ann.", last: "I met Siobhan.") == "I met Ann.")
        #expect(prompt(nil) == nil)
        #expect(prompt("", after: "", last: "") == nil)
    }
}
