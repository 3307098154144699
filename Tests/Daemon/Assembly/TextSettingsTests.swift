import Assembly
import Dictation
import Settings
import Testing
import TextProcessing

/// From the values in `[text]` to the typed text.
@Suite struct TextSettingsTests {
    private func compose(_ configuration: String, _ words: String...) throws -> String {
        let settings = try Settings.parse(Array(configuration.utf8), file: "/c/config.toml")
        return TextProcessor(try settings.textOptions())
            .compose(Transcript(words), after: .unknown).text
    }

    private let rules = """
        [text]
        language = "en-GB"
        numbers = "words"
        remove_fillers = false
        typographic = false
        [text.words]
        Siobhan = "SH IH V AO N"
        [text.snippets]
        "my address" = "1 Main Street"
        [[text.replace]]
        say = "jason"
        write = "JSON"
        [[text.replace]]
        pattern = '(\\w+) dot'
        write = "$1."
        [[text.replace]]
        say = "a cap"
        write = "A"
        exact = true
        """

    @Test(arguments: [
        ("siobhan parses jason", "Siobhan parses JSON."),
        ("um twenty six", "Um twenty-six."),
        ("open quote hello close quote", "\"Hello\""),
        ("send it to my address", "Send it to 1 Main Street."),
        ("use a cap", "Use A."),
    ])
    func rulesOfTheFileAreFollowed(_ words: String, _ text: String) throws {
        #expect(try compose(rules, words) == text)
    }

    @Test func sentencesEndByThemselvesUnlessTheFileSaysNot() throws {
        #expect(try compose("", "i am late") == "I am late.")
        #expect(try compose("text.punctuation = 'spoken'", "i am late") == "I am late")
    }

    @Test func commandLinesAreWrittenInPlainWindows() throws {
        let terminal = DesktopWindow(identifier: "1", classes: ["xterm"])
        let settings = Settings().resolved(for: terminal).settings
        let text = TextProcessor(try settings.textOptions())
            .compose(Transcript(["Ls dash L A."]), after: .unknown).text
        #expect(text == "ls -la")
        #expect(try compose("", "Ls dash L A.") == "Ls dash L A.")
    }

    @Test func namesInProgramsAreWrittenInEditors() throws {
        let editor = DesktopWindow(identifier: "1", classes: ["code"])
        let said = Transcript(["return camel case user name"])
        let settings = Settings().resolved(for: editor).settings
        let text = TextProcessor(try settings.textOptions()).compose(said, after: .unknown).text
        #expect(text == "Return userName.")
        #expect(try compose("", said.text) == "Return camel case user name.")
    }

    @Test func defaultsAreThoseOfTheSchema() throws {
        #expect(try compose("", "um twenty six comma okay") == "26, okay.")
        #expect(try compose("text.language = 'de'", "zwölf komma ja") == "12, ja.")
        #expect(try compose("text.spoken_marks = false", "comma") == "Comma")
        #expect(try compose("text.capitals = false", "hello") == "hello")
        let corrected = "at three, no wait, at four"
        #expect(try compose("text.punctuation = 'spoken'", corrected) == "At four")
        #expect(
            try compose("text.punctuation = 'spoken'\ntext.corrections = false", corrected)
                == "At three, no wait, at four")
        #expect(try compose("text.remove_repetitions = false", "the the") == "The the")
    }

    @Test(arguments: [
        (
            "[text]\nlanguage = 'xx'",
            "/c/config.toml:2:12: [text] language: there are no rules for “xx”"
        ),
        (
            "[[text.replace]]\npattern = '(a'\nwrite = ''",
            "/c/config.toml:2:11: [text] replace[0].pattern: a “(” without its “)”, at character 1"
        ),
        (
            "[[text.replace]]\nsay = 'a'",
            "/c/config.toml:1:1: [text] replace: a rule needs “write”"
        ),
        (
            "[[text.replace]]\nwrite = 'a'",
            "/c/config.toml:1:1: [text] replace: a rule needs either “say” or “pattern”"
        ),
        (
            "[[text.replace]]\nsay = 'a'\nwrite = 'b'\nexcat = true",
            "/c/config.toml:4:9: [text.replace] excat: unknown key (did you mean “exact”?)"
        ),
        (
            "[text.words]\nSiobhan = 3",
            "/c/config.toml:2:11: [text.words] Siobhan: expected a string"
        ),
        (
            "[text.snippets]\n' ' = 'x'",
            "/c/config.toml:2:7: [text.snippets] \" \": there is no word to say"
        ),
        (
            "[text]\nreplace = 3",
            "/c/config.toml:2:11: [text] replace: expected rules such as [[text.replace]], "
                + "found the integer 3"
        ),
        (
            "[text]\nnumbers = 'smrt'",
            "/c/config.toml:2:11: [text] numbers: expected \"words\" or \"digits\" or \"smart\", "
                + "found the string \"smrt\" (did you mean “smart”?)"
        ),
    ])
    func mistakesHaveTheirPlace(_ configuration: String, _ message: String) {
        #expect {
            _ = try compose(configuration, "x")
        } throws: { error in
            "\(error)".hasPrefix(message)
        }
    }
}
