import Dictation
import SpeechSegments
import Testing

@Suite struct SegmentTextTests {
    @Test(arguments: [
        (
            "I think that we should go.", "We should go to the park.",
            "I think that we should go to the park."
        ),
        ("I think that we shou", "that we should go", "I think that we should go"),
        ("and then he sai.", "Then he said, no.", "and then he said, no."),
        ("It was cold and", "Then came the snow.", "It was cold and then came the snow."),
        ("It was cold.", "And I froze.", "It was cold and I froze."),
        ("It was", "NATO did it.", "It was NATO did it."),
        ("", "Nothing before.", "Nothing before."), ("Nothing after.", "", "Nothing after."),
        ("to be or not to be", "to be, that is", "to be or not to be, that is"),
    ])
    func textsAreJoined(_ first: String, _ second: String, _ joined: String) {
        let result = Seam(LanguageTag("en"))
            .join(SegmentWord.words(of: first), SegmentWord.words(of: second), at: .zero)
        #expect(result.text == joined)
    }

    @Test func germanKeepsItsNouns() {
        let result = Seam(LanguageTag("de"))
            .join(
                SegmentWord.words(of: "Das sind große."), SegmentWord.words(of: "Häuser am See."),
                at: .zero)
        #expect(result.text == "Das sind große Häuser am See.")
    }

    @Test func joinedWordsKeepTheirTimes() {
        func words(_ text: String, from start: Int64) -> [SegmentWord] {
            let times = text.split(separator: " ").enumerated().map { place, word in
                RecognizedWord(
                    String(word), start: .seconds(place), end: .seconds(place + 1), confidence: 0.5)
            }
            return SegmentWord.words(of: text, times, from: .seconds(start))
        }
        let result = Seam(nil).join(
            words("one two three.", from: 0), words("Three four", from: 2), at: .seconds(2))
        #expect(result.text == "one two three four")
        #expect(result.timed.map(\.text) == ["one", "two", "three", "four"])
        #expect(result.timed.map(\.start) == [.seconds(0), .seconds(1), .seconds(2), .seconds(3)])
        #expect(SegmentWord.words(of: "a b", [], from: .zero).timed == [])
    }

    @Test(arguments: [
        ("Open the window. Open the window.", true), ("And then he said, then he said it.", true),
        ("That is what he said. He said what that is.", false), ("bye bye, no no no", false),
        ("he said that he said that", true), ("", false), ("It is late, it is very late.", false),
    ])
    func aRepetitionIsNoticed(_ text: String, _ repeats: Bool) {
        #expect(InventedText.repeats(SegmentWord.words(of: text)) == repeats)
    }

    /// Text, the milliseconds of speech in its sound, what is left.
    @Test(arguments: [
        ("Thank you.", 100, ""), ("Thank you.", 400, "Thank you."), ("you", 60, ""),
        ("Vielen Dank.", 200, ""), ("[BLANK_AUDIO]", 3000, ""), ("(music playing)", 3000, ""),
        ("♪", 3000, ""), ("!!!!", 3000, ""), (". . .", 3000, ""),
        ("(a) and (b)", 3000, "(a) and (b)"),
        ("Good morning.", 100, "Good morning."),
        ("no no no no no no", 2000, "no no no no no no"),
        ("no no no no no no no no", 200, "no"),
        ("I see the cat the cat the cat the cat the cat there", 1000, "I see the cat there"),
        ("very very good", 10, "very very good"), ("", 0, ""),
    ])
    func inventedTextIsRemoved(_ text: String, _ milliseconds: Int, _ left: String) {
        let words = InventedText.removed(
            from: SegmentWord.words(of: text), voiced: 16 * milliseconds)
        #expect(words.text == left)
    }

    @Test func aLoopThatTheLibraryFoundIsCut() {
        let words = SegmentWord.words(of: "well Yes, yes. yes yes yes yes yes")
        #expect(InventedText.removed(from: words, voiced: 1 << 20, isCut: true).text == "well Yes,")
    }

    @Test func anUtteranceHasTheWordsOfAllItsSegments() {
        var utterance = UtteranceText(Seam(nil))
        #expect(utterance.show(SegmentWord.words(of: "One two"), from: .zero) == "One two")
        #expect(utterance.show(SegmentWord.words(of: "One two"), from: .zero) == nil)
        utterance.end(SegmentWord.words(of: "One two three."), from: .zero)
        #expect(
            utterance.show(SegmentWord.words(of: "Two three four."), from: .seconds(1))
                == "One two three four.")
        utterance.reset()
        #expect(utterance.words == [])
    }

    /// The last word of a run that ends in the midst of speech is wrong more often than not.
    @Test func aWordThatIsCutIsNotShown() {
        var utterance = UtteranceText(Seam(nil))
        func show(_ text: String, isCut: Bool) -> String? {
            utterance.show(SegmentWord.words(of: text), from: .zero, isCut: isCut)
        }
        #expect(show("Wed.", isCut: true) == nil)
        #expect(show("Wednesday at the tray.", isCut: true) == "Wednesday at the")
        #expect(utterance.current.text == "Wednesday at the tray.")
        #expect(show("Wednesday at the train.", isCut: true) == nil)
        #expect(show("Wednesday at the train.", isCut: false) == "Wednesday at the train.")
    }

    @Test func aTextMayBeTooShortForItsSound() {
        #expect(UtteranceText.isTooShort(SegmentWord.words(of: "Yes"), voiced: 16_000 * 5))
        #expect(!UtteranceText.isTooShort(SegmentWord.words(of: "Yes"), voiced: 16_000))
        #expect(
            !UtteranceText.isTooShort(
                SegmentWord.words(of: "That was a whole sentence."), voiced: 16_000 * 5))
    }
}
