import Assembly
import Dictation
import Settings
import Testing
import TextProcessing

@Suite struct LanguagesTests {
    /// A built-in language can be written to a file and means the same when read back.
    @Test(arguments: Languages.builtIn) func readsWhatItWrites(_ language: Language) throws {
        let text = Languages.write(language)
        let file = try ValueFile.parse(Array(text.utf8), file: "x.toml")
        let again = try Languages.read(file, tag: language.tag)
        #expect(again.entries == language.entries)
        #expect(Languages.write(again) == text)
        #expect(again.numbers == language.numbers)
        #expect(again.commands == language.commands)
    }

    /// The example language in docs/text.md.
    @Test func aFileIsALanguage() throws {
        let file = try ValueFile.parse(
            Array(
                """
                [marks]
                "komma" = { text = ",", spacing = "left", role = "divider" }
                "punt" = { text = ".", spacing = "left", role = "stop" }
                "nieuwe regel" = { text = "\\n", spacing = "both", role = "lineBreak" }
                [commands]
                "schrap dat" = "scratch"
                [words]
                fillers = ["eh", "ehm"]
                names = ["Amsterdam"]
                """.utf8), file: "nl.toml")
        var options = TextOptions()
        options.language = try Languages.read(file, tag: "nl")
        let text = TextProcessor(options).compose(
            Transcript(["eh hallo komma amsterdam punt nieuwe regel dag", "schrap dat"]),
            after: .unknown)
        #expect(text.text == "")
        #expect(
            TextProcessor(options).compose(
                Transcript(["eh hallo komma amsterdam punt nieuwe regel dag"]), after: .unknown
            ).text == "Hallo, Amsterdam.\nDag")
    }

    @Test(arguments: [
        ("[marks]\nkomma = ','", "x.toml:2:9: [marks] komma: expected values in a separate table"),
        (
            "[marks]\nkomma = { txt = ',' }",
            "x.toml:2:17: [marks.komma] txt: unknown key (did you mean “text”?)"
        ),
        (
            "[marks]\nkomma = { role = 'stopp' }",
            "x.toml:2:18: [marks.komma] role: expected one of symbol, divider, stop"
        ),
        ("[wrods]\nnames = ['x']", "x.toml:2:9: [wrods] names: unknown key"),
        ("[words]\nname = ['x']", "x.toml:2:8: [words] name: unknown key (did you mean “names”?)"),
        ("[words]\nnames = 'x'", "x.toml:2:9: [words] names: expected an array of strings"),
        ("[cardinals]\nx = -1", "x.toml:2:5: [cardinals] x: expected a whole number"),
        ("[commands]\nx = 'scrach'", "x.toml:2:5: [commands] x: expected one of literal"),
        ("x = 1.5", "x.toml:1:5: x: expected a string, a whole number"),
        ("x = ", "x.toml:1:"),
    ])
    func mistakesHaveTheirPlace(_ text: String, _ message: String) {
        #expect {
            _ = try Languages.read(ValueFile.parse(Array(text.utf8), file: "x.toml"), tag: "x")
        } throws: { error in
            "\(error)".hasPrefix(message)
        }
    }

    /// Italian with English rules would get “I” for its article, and lose its “um”.
    @Test func aLanguageWithoutRulesKeepsItsWords() throws {
        var settings = Settings()
        #expect(!settings.lacksRules)
        settings.recognizer.language = "it"
        #expect(settings.lacksRules)
        let spoken = settings.with(language: "it")
        #expect(spoken.text.language == Languages.none)
        let text = TextProcessor(try spoken.textOptions()).compose(
            Transcript(["parlo con i ragazzi um comma"]), after: .unknown
        ).text
        #expect(text.trimmingPrefix(" ").prefix(28) == "parlo con i ragazzi um comma")
        #expect(settings.with(language: "de").text.language == "de")
    }

    /// The user's own words, snippets and patterns need no rules.
    @Test func aLanguageWithoutRulesHasTheUsersWords() throws {
        let settings = Settings()
        var options = try settings.with(language: "it").textOptions()
        options.replacements = [
            TextReplacement(.phrase("Siobhan"), text: "Siobhan", isExact: true),
            TextReplacement(.phrase("mio indirizzo"), text: "Via Roma 1", isExact: true),
            TextReplacement(.phrase("jason"), text: "JSON"),
            TextReplacement(.pattern(try TextPattern(#"(\w+) newton"#)), text: "$1 Nm"),
        ]
        let processor = TextProcessor(options)
        #expect(!processor.hasRules && processor.languageTag == "it")
        let text = processor.compose(
            Transcript(["siobhan e jason um comma venti newton mio indirizzo"]), after: .unknown
        ).text
        #expect(text == "Siobhan e JSON um comma venti Nm Via Roma 1")
        #expect(TextProcessor(try settings.with(language: "de").textOptions()).hasRules)
    }

    @Test func aNameCannotLeadElsewhere() {
        #expect(throws: SettingsError.self) {
            var settings = Settings()
            settings.text.language = "../../etc/passwd"
            _ = try Languages.find(settings) { _ in "/nowhere" }
        }
    }
}
