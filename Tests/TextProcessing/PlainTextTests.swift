import Dictation
import Testing
import TextProcessing

@Suite struct PlainTextTests {
    @Test(arguments: [
        (["hello world"], TextContext.unknown, "Hello world"),
        (["hello", "world"], .unknown, "Hello world"),
        ([], .unknown, ""),
        (["and i'm here", "i think"], .before(""), "And I'm here I think"),
        (["more words"], .before("Hello world"), " more words"),
        (["more words"], .before("Hello world "), "more words"),
        (["a sentence"], .before("It is done."), " A sentence"),
        (["a sentence"], .before("It is done. "), "A sentence"),
        (["a line"], .before("words\n"), "A line"),
        (["inside"], .before("words ("), "inside"),
        (["it is"], .before("i"), " it is"),
        (["élan"], .unknown, "Élan"),
    ])
    func spacesAndCapitals(_ words: [String], _ context: TextContext, _ text: String) {
        #expect(PlainText.compose(Transcript(words), after: context) == text)
    }

    @Test func rawKeepsTheEnginesWords() {
        #expect(PlainText.raw(Transcript(["hello i", "am here"])) == "hello i am here")
    }
}
