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
}
