import Dictation
import TestSupport
import Testing
import TextProcessing

/// Properties that hold for any words.
@Suite struct PropertyTests {
    /// Words of no language that match no rule.
    private static func nonsense(_ random: inout SplitMix) -> String {
        (0..<Int.random(in: 2...4, using: &random)).map { _ in
            ["bl", "kr", "tv", "zg", "pf"].randomElement(using: &random)!
                + ["ob", "ix", "uf", "az"].randomElement(using: &random)!
        }.joined()
    }

    /// Phrases that match rules and that keep the words around them.
    private static func phrase(_ language: Language, _ random: inout SplitMix) -> String {
        let marks = language.marks.flatMap(\.phrases)
        let numbers = language.numbers.cardinals.keys.sorted()
        return (Bool.random(using: &random) ? marks : numbers).randomElement(using: &random)!
    }

    /// For a language, one of each style of numbers: making one takes longer than using it.
    private static func processors(_ language: Language) -> [TextProcessor] {
        NumberStyle.allCases.map {
            var options = TextOptions()
            (options.language, options.numbers) = (language, $0)
            return TextProcessor(options)
        }
    }

    private static let english = processors(.english)
    private static let german = processors(.german)
    private static let usual = TextProcessor(TextOptions())

    @Test(arguments: 0..<100) func keepsWordsThatNoRuleNames(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        let (language, processors) =
            seed.isMultiple(of: 2) ? (Language.english, Self.english) : (.german, Self.german)
        let processor = processors.randomElement(using: &random)!
        var words: [String] = []
        var said: [String] = []
        for _ in 0..<60 {
            if Int.random(in: 0..<3, using: &random) > 0 {
                words.append(Self.nonsense(&random))
                said.append(words.last!)
            } else {
                said.append(Self.phrase(language, &random))
            }
        }
        let transcript = Transcript(
            stride(from: 0, to: said.count, by: 12).map {
                said[$0..<min($0 + 12, said.count)].joined(separator: " ")
            })
        let text = processor.compose(transcript, after: .unknown).text
        let kept = text.lowercased().split { !$0.isLetter }.map(String.init)
        var rest = kept[...]
        for word in words {
            let place = rest.firstIndex { $0.contains(word) }
            #expect(place != nil, "“\(word)” is lost: seed \(seed)")
            rest = rest[(place ?? rest.startIndex)...]
        }
    }

    /// Units whose result is the same after a pause or in a separate dictation: none of them waits
    /// for the words that follow.
    private static let units = [
        "comma", "question mark", "colon", "semicolon", "ellipsis", "new line",
        "new paragraph", "open quote", "close quote", "open parenthesis", "close parenthesis",
        "hyphen", "percent sign", "ampersand", "literal comma", "i think", "on monday",
        "spell k a t e",
        "march third twenty twenty six", "five dollars", "page two", "twenty six", "five percent",
    ]

    /// Those that are obeyed for the pauses around them.
    private static let ambiguousUnits = [
        "period", "full stop", "dash", "slash", "cap joe", "all caps nasa", "asterisk",
        "at sign",
    ]

    @Test(arguments: 0..<100) func isTheSameAtOnceAndOneByOne(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed))
        let processor = Self.usual
        var units: [String] = []
        let said = seed.isMultiple(of: 2) ? Self.units : Self.units + Self.ambiguousUnits
        for _ in 0..<20 {
            // Neighbouring numbers could merge: a word separates them.
            units.append(Self.nonsense(&random))
            units.append(said.randomElement(using: &random)!)
        }
        let atOnce = processor.compose(
            Transcript([units.joined(separator: " ")]), after: .unknown)
        let withPauses = processor.compose(Transcript(units), after: .unknown)
        var oneByOne = ""
        for unit in units {
            oneByOne += processor.compose(Transcript([unit]), after: .before(oneByOne)).text
        }
        #expect(oneByOne == withPauses.text, "seed \(seed)")
        if said == Self.units { #expect(withPauses.text == atOnce.text, "seed \(seed)") }
    }

    /// Words of any kind in any order: nothing traps, the utterances add up to the text, and the
    /// cleaned text has nothing that could act on the window.
    @Test(arguments: 0..<50) func takesAnything(_ seed: Int) {
        var random = SplitMix(seed: UInt64(seed) &* 7919)
        let fuzz = TextFuzz(&random)
        for _ in 0..<10 {
            let text = fuzz.text(&random)
            let clean = TypableText(cleaning: text.text, lineBreaks: .keep).string
            #expect(
                clean.unicodeScalars.allSatisfy {
                    $0 == "\n" || $0.properties.generalCategory != .control
                }, "seed \(seed)")
            #expect(text.utterances.allSatisfy { !$0.isEmpty }, "seed \(seed)")
        }
    }

    /// Line breaks in an engine's answer break no lines; only spoken ones do.
    @Test func linesAreBrokenOnlyWhereThatWasSaid() {
        let text = Self.usual
            .compose(Transcript(["this\nis\u{2028}one\r\nline"]), after: .unknown).text
        #expect(text == "This is one line")
    }
}
