import Testing
import TextProcessing

@Suite struct TextProcessorsTests {
    private struct Words: WordList {
        let known: Set<String>

        func contains(_ word: String) -> Bool { known.contains(word) }
    }

    private static func options(_ prefix: String, _ words: Set<String> = []) -> TextOptions {
        var options = TextOptions()
        (options.commandPrefix, options.words) = (prefix, Words(known: words))
        return options
    }

    @Test func equalOptionsShareOne() {
        var made: [String?] = []
        var processors = TextProcessors {
            made.append($0.commandPrefix)
            return TextProcessor($0)
        }
        for _ in 0..<2 {
            _ = processors.processor(Self.options("a", ["Haus"]))
            _ = processors.processor(Self.options("a", ["Weg"]))
        }
        #expect(made == ["a", "a"])
        // The last used ones stay.
        for prefix in ["b", "c", "d"] { _ = processors.processor(Self.options(prefix)) }
        _ = processors.processor(Self.options("a", ["Weg"]))
        _ = processors.processor(Self.options("a", ["Haus"]))
        #expect(made == ["a", "a", "b", "c", "d", "a"])
    }
}
