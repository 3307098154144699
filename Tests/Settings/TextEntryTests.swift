import EngineRegistry
import Testing

@testable import Settings

/// Words that a program adds to the user's file.
struct TextEntryTests {
    private func added(_ entry: TextEntry, to text: String) -> String? {
        entry.added(to: Array(text.utf8), file: "config.toml", schema: Engines.schema)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func aWordGoesBelowTheOthers() {
        let text = "# mine\n[text.words]\nAnna = \"\"\n\n[audio]\n"
        #expect(
            added(.word("Siobhán O'Neill"), to: text)
                == "# mine\n[text.words]\n\"Siobhán O'Neill\" = \"\"\nAnna = \"\"\n\n[audio]\n")
        #expect(added(.word("Siobhan"), to: "") == "\n[text.words]\n\"Siobhan\" = \"\"\n")
    }

    @Test func aReplacementIsTheLastTable() throws {
        let text = "[[text.replace]]\nsay = \"a\"\nwrite = \"b\"\n[audio]\n"
        let new = try #require(added(.replacement(say: "sean", write: "Shaun \"S\""), to: text))
        #expect(
            new == text
                + "\n[[text.replace]]\nsay = \"sean\"\nwrite = \"Shaun \\\"S\\\"\"\n")
        let settings = try Settings.parse(
            Array(new.utf8), file: "config.toml", schema: Engines.schema)
        #expect(settings.text.replace.map(\.write) == ["b", "Shaun \"S\""])
    }

    /// The template that explains each key shows such tables as comments.
    @Test(arguments: [TextEntry.word("Siobhan"), .replacement(say: "sean", write: "Shaun")])
    func theTemplateTakesThem(_ entry: TextEntry) {
        #expect(added(entry, to: Engines.schema.template) != nil)
    }

    /// Tables that are written on one line are the user's to change.
    @Test func whatIsWrittenOtherwiseIsLeft() {
        #expect(added(.word("Siobhan"), to: "[text]\nwords = { Anna = \"\" }\n") == nil)
        #expect(
            added(
                .replacement(say: "sean", write: "Shaun"),
                to: "[text]\nreplace = [{ say = \"a\", write = \"b\" }]\n") == nil)
    }

    private func removed(_ words: String, from text: String) -> String? {
        TextEntryRemoval(words)
            .applied(to: Array(text.utf8), file: "config.toml", schema: Engines.schema)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test(arguments: [TextEntry.word("Siobhan"), .replacement(say: "sean", write: "Shaun")])
    func whatWasAddedIsRemoved(_ entry: TextEntry) throws {
        let text = "# mine\n[text.words]\nAnna = \"\" # a friend\n\n[audio]\n"
        let new = try #require(added(entry, to: text))
        #expect(removed("SIOBHAN", from: new).map { removed("sean", from: $0) } == text)
        #expect(removed("Maria", from: new) == new)
    }

    @Test func commentsAndOtherEntriesStay() {
        let text = """
            [[text.replace]]
            say = "a"
            write = "b"
            # about sean

            [[text.replace]]
            say = "Sean"
            write = "Shaun"
            # the rest

            [[text.replace]]
            pattern = "x+"
            write = "x"
            [text.snippets]
            sean = "Sean Connery"
            b = "Sean"
            """
        let kept = """
            [[text.replace]]
            say = "a"
            write = "b"
            # about sean
            # the rest

            [[text.replace]]
            pattern = "x+"
            write = "x"
            [text.snippets]
            b = "Sean"
            """
        #expect(removed("sean", from: text) == kept)
        let pattern = "\n\n[[text.replace]]\npattern = \"x+\"\nwrite = \"x\""
        #expect(removed("/x+/", from: kept) == kept.replacing(pattern, with: ""))
    }

    @Test func aTextOfSeveralLinesIsLeft() {
        let text = "[text.snippets]\nregards = \"\"\"\nYours,\nAda\"\"\"\n"
        #expect(removed("regards", from: text) == nil)
    }
}
