import Dictation
import Testing

@Suite struct TypableTextTests {
    @Test(arguments: [
        ("plain text, naïve €", "plain text, naïve €"),
        ("one\r\ntwo\rthree\n\nfour\n\r", "one\ntwo\nthree\n\nfour\n\n"),
        ("one\u{0B}two\u{0C}three\u{85}four\u{2028}five\u{2029}six", "one two three four five six"),
        ("\u{2028}one \u{2029}two\n\u{85}three\u{0B}\u{0C} four\u{2028}", "one two\nthree four"),
        ("tab\there", "tab here"),
        ("\u{1B}[31mred\u{7}", "[31mred"),
        ("rm -rf /\u{0}\u{8}\u{7F}\u{9B}", "rm -rf /"),
        ("user\u{202E}txt.exe\u{202C}", "usertxt.exe"),
        ("iso\u{2066}late\u{2069}", "isolate"),
        (
            "👩🏽‍🚀 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}",
            "👩🏽‍🚀 🏴\u{E0067}\u{E0062}\u{E0073}\u{E0063}\u{E0074}\u{E007F}"
        ),
        ("می‌خواهم", "می‌خواهم"),
        ("\u{FFFE}\u{FFFF}x", "x"),
        ("", ""),
    ])
    func cleansWhatCouldCommandOrDeceive(_ text: String, _ clean: String) {
        #expect(TypableText(cleaning: text, lineBreaks: .keep).string == clean)
    }

    @Test func reportsWhatStandsForNoText() {
        let text = "a\u{FFFE}b\u{FFFF}\u{FFFC}\u{1FFFE}\u{FFFE}\n\u{1B}\u{202E}"
        #expect(
            TypableText.noText(in: text)
                == ["\u{FFFE}", "\u{FFFF}", "\u{FFFC}", "\u{1FFFE}"])
        #expect(TypableText.noText(in: "e\u{301}👩🏽‍🚀\u{FFFD}") == [])
    }

    @Test func turnsLineBreaksIntoSpacesWhereTheyAreNotAllowed() {
        let text = TypableText(cleaning: "\none\n\n two\nthree \n", lineBreaks: .space)
        #expect(text.string == "one two three ")
    }

    /// The blocks with control, format and space characters, and a sample of the rest, of which
    /// Tests/Fuzz/text tries all.
    @Test func cleansScalarsToSomethingHarmless() {
        let sample = Array(0...0x30FF) + Array(0xFE00...0xFFFF) + Array(0xE0000...0xE01FF)
        for value in sample + stride(from: 0x3100, through: 0x10FFFF, by: 101) {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let text = TypableText(cleaning: String(scalar), lineBreaks: .keep).string
            for left in text.unicodeScalars where left != "\n" {
                #expect(left.properties.generalCategory != .control)
            }
        }
    }

    @Test func countsCharactersAsAReaderDoes() {
        let text = TypableText(cleaning: "e\u{301}👩🏽‍🚀x", lineBreaks: .keep)
        #expect(text.dropFirst(2).string == "x")
    }

    @Test func tabsAreKeptOnlyIfAllowed() {
        let text = "\ta\t\tb\n"
        #expect(TypableText(cleaning: text, lineBreaks: .keep, tabs: .keep).string == text)
        #expect(TypableText(cleaning: text, lineBreaks: .keep).string == " a  b\n")
    }
}
