import SpeechBench
import Testing

struct WordErrorsTests {
    @Test(arguments: [
        ("the cat sat", "the cat sat", 0, 0, 0),
        ("the cat sat", "the hat sat", 1, 0, 0),
        ("the cat sat", "the cat", 0, 0, 1),
        ("the cat", "oh the cat sat", 0, 2, 0),
        ("the cat sat", "", 0, 0, 3),
        ("", "the cat", 0, 2, 0),
        ("a b c d", "b c d e", 0, 1, 1),
        ("a b", "c d", 2, 0, 0),
    ])
    func countsTheFewestChanges(
        said: String, heard: String, substitutions: Int, insertions: Int, deletions: Int
    ) {
        let errors = WordErrors(said: WordErrors.words(said), heard: WordErrors.words(heard))
        #expect(errors.substitutions == substitutions)
        #expect(errors.insertions == insertions)
        #expect(errors.deletions == deletions)
        #expect(errors.words == WordErrors.words(said).count)
    }

    @Test func rateIsOfTheWordsSaid() {
        var errors = WordErrors(said: ["a", "b", "c", "d"], heard: ["a"])
        #expect(errors.rate == 0.75)
        errors += WordErrors(said: ["a", "b"], heard: ["a", "b"])
        #expect(errors.rate == 0.5)
        #expect(WordErrors().rate == 0)
        #expect(WordErrors(said: ["a"], heard: ["b", "c"]).rate == 2)
    }

    @Test(arguments: [
        ("What's the weather like?", ["what's", "the", "weather", "like"]),
        ("“Don’t,” he said — twenty-six.", ["don't", "he", "said", "twenty", "six"]),
        ("'tis the players'", ["tis", "the", "players"]),
        ("Größe 3,5", ["größe", "3", "5"]),
        ("' — '", []),
    ])
    func wordsAreComparedWithoutPunctuation(text: String, words: [String]) {
        #expect(WordErrors.words(text) == words)
    }
}
