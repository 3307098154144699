import TextEditing
import Testing

struct AlternativesTests {
    @Test func onlyOtherWordsAreAlternatives() {
        var alternatives = Alternatives(to: "I ate a pair.")
        for text in ["I ate a pair", "i ate, a pair!", "", "…"] { alternatives.add(text) }
        #expect(alternatives.texts == [])
        for text in ["I ate a pear.", "I ate a pear", "I hate a pair.", "I ate pairs."] {
            alternatives.add(text)
        }
        #expect(alternatives.texts == ["I ate a pear.", "I hate a pair.", "I ate pairs."])
        #expect(alternatives.isFull)
        alternatives.add("I ate a bear.")
        #expect(alternatives.list == "1. I ate a pear.\n2. I hate a pair.\n3. I ate pairs.")
    }

    /// Of a long text only the part that differs is shown.
    @Test(arguments: [
        (
            "one two three four five six seven eight", "one two three four x six seven eight",
            "… two three four x six seven eight"
        ),
        (
            "one two three four five six seven eight nine ten",
            "one two three four x y six seven eight nine ten",
            "… two three four x y six seven eight …"
        ),
        ("one two three four five", "zero two three four five", "zero two three four …"),
        ("one two three four five", "one two three four", "… two three four"),
        ("one two three four five", "one two four five", "one two four five"),
        ("one one one", "one one", "one one"),
    ])
    func theDifferenceIsShown(text: String, other: String, shown: String) {
        var alternatives = Alternatives(to: text)
        alternatives.add(other)
        #expect(alternatives.list == "1. \(shown)")
    }
}
