import Testing
import TextProcessing

@Suite struct TextPatternTests {
    @Test(arguments: [
        ("a", "x", "banana", "bxnxnx"),
        ("an", "<$0>", "banana", "b<an><an>a"),
        (#"(\d+) degrees"#, "$1 °", "it is 20 degrees", "it is 20 °"),
        (#"\bcat\b"#, "dog", "cat concat cats cat", "dog concat cats dog"),
        (#"(?i)straße"#, "Str.", "STRAßE Straße", "Str. Str."),
        ("colou?r", "c", "color colour colouur", "c c colouur"),
        ("a+", "b", "caaat", "cbt"),
        ("a+?", "b", "caaat", "cbbbt"),
        ("a*", "b", "caat", "cbt"),
        ("x{2,3}", "y", "x xx xxx xxxx", "x y y yx"),
        ("x{2}", "y", "xxxxx", "yyx"),
        ("x{2,}?", "y", "xxxx", "yy"),
        ("(a|ab)(c|bcd)", "[$1,$2]", "abcd", "[a,bcd]"),
        ("(?:ab)+", "x", "ababab", "x"),
        ("^b", "c", "b\nb b", "c\nc b"),
        ("b$", "c", "b b\nb", "b c\nc"),
        ("[a-c]+", "x", "abcd", "xd"),
        ("[^a-c]+", "x", "abcd", "abcx"),
        (#"[\d.]+"#, "n", "3.14 is pi", "n is pi"),
        (#"[]a]"#, "x", "a]b", "xxb"),
        ("[a-]", "x", "a-b", "xxb"),
        (#"\s+"#, " ", "a  b \t c", "a b c"),
        (#"\S+"#, "w", "one two", "w w"),
        (#"\."#, "!", "a.b", "a!b"),
        ("é", "e", "café", "cafe"),
        ("a|b|c", "x", "abcd", "xxxd"),
        ("(a)|(b)", "[$1$2]", "ab", "[a][b]"),
        ("$", "x", "abc", "abc"),
        ("a", "$$1$", "a", "$1$"),
        ("a", "$7", "bab", "bb"),
        ("", "x", "abc", "abc"),
        ("(a*)*b", "x", "aaab", "x"),
        (".", "x", "a\nb", "x\nx"),
        (#"\Bb"#, "x", "ab b", "ax b"),
    ])
    func replaces(_ pattern: String, _ template: String, _ text: String, _ result: String) throws {
        #expect(try TextPattern(pattern).replace(in: text, with: template) == result)
    }

    @Test(arguments: [
        ("(a", "a “(” without its “)”", 0),
        ("a)", "a “)” without its “(”", 1),
        ("[a", "a “[” without its “]”", 0),
        ("*a", "“*” has nothing to repeat", 0),
        ("a**", "“*” has nothing to repeat", 2),
        ("a{2", "“{” without “}”", 3),
        ("a{3,2}", "the bounds are in the wrong order", 5),
        ("a{}", "a number is missing", 2),
        ("a{9999}", "too many repetitions", 5),
        ("(a{99}){99}", "the pattern is too long", 11),
        ("\\", "“\\” at the end", 1),
        (#"\1"#, #"“\1” is not understood"#, 1),
        (#"\p"#, #"“\p” is not understood"#, 1),
        ("(?=a)", "only “(?:” is understood", 1),
        ("[b-a]", "the range is in the wrong order", 2),
    ])
    func refuses(_ pattern: String, _ reason: String, _ offset: Int) {
        #expect {
            try TextPattern(pattern)
        } throws: { error in
            let mistake = error as? TextPattern.Mistake
            return mistake?.reason == reason && mistake?.offset == offset
        }
    }

    @Test func refusesGroupsThatAreTooDeep() {
        let deep = String(repeating: "(", count: 10_000) + String(repeating: ")", count: 10_000)
        #expect(throws: TextPattern.Mistake.self) { try TextPattern(deep) }
    }

    /// Patterns on which a backtracking matcher would take longer than the age of the universe.
    @Test(arguments: ["(a*)*b", "(a|aa)+$b", "(.*)(.*)(.*)(.*)(.*)x", "(a?){30}a{30}b"])
    func alwaysEnds(_ pattern: String) throws {
        let text = String(repeating: "a", count: 300)
        #expect(try TextPattern(pattern).replace(in: text, with: "") == text)
    }

    /// Each match searches to the end of the text for a longer one; at some point the rest is left
    /// as it is.
    @Test func givesUpWhereManyMatchesTakeTooLong() throws {
        let text = String(repeating: "a", count: 3_000)
        let result = try TextPattern("a.*b|a").replace(in: text, with: "c")
        #expect(result.hasPrefix("ccc"))
        #expect(result.hasSuffix("aaa"))
        #expect(result.count == text.count)
    }
}
