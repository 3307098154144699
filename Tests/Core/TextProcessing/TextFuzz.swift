import Dictation
import TestSupport
import TextProcessing

/// Random options, for texts of random words in a random context.
struct TextFuzz {
    private let processor: TextProcessor
    private let words: [String]

    init(_ random: inout SplitMix) {
        var options = TextOptions()
        options.language = Bool.random(using: &random) ? .english : .german
        options.numbers = NumberStyle.allCases.randomElement(using: &random)!
        options.capitalizes = Bool.random(using: &random)
        options.punctuation = PunctuationStyle.allCases.randomElement(using: &random)!
        options.plainMarks = Bool.random(using: &random)
        if Bool.random(using: &random) { options.keys = [.enter, .tab, .escape] }
        options.obeysSpokenMarks = Int.random(in: 0..<8, using: &random) > 0
        if Bool.random(using: &random) {
            options.replacements = [
                TextReplacement(.phrase("one two"), text: "comma"),
                TextReplacement(.phrase("um"), text: ""),
                TextReplacement(.pattern(Self.pattern), text: "<$1$9$>"),
            ]
        }
        words = options.language.tag == "en" ? Self.english : Self.german
        processor = TextProcessor(options)
    }

    func text(_ random: inout SplitMix) -> Composition {
        let transcript = Transcript(
            (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                (0..<Int.random(in: 0..<12, using: &random)).map { _ in
                    Self.word(words, &random)
                }.joined(separator: " ")
            })
        let context =
            Bool.random(using: &random)
            ? TextContext.unknown
            : .before(Self.word(words, &random) + Self.word(words, &random))
        _ = processor.stages(transcript, after: context)
        return processor.compose(transcript, after: context)
    }

    private static let english = words(.english)
    private static let german = words(.german)
    private static let pattern = try! TextPattern(#"(?i)(\w+)\s+(\w*?)[,.]|^x*$"#)

    /// Every word that occurs in a rule of a language.
    private static func words(_ language: Language) -> [String] {
        let numbers = language.numbers
        var words: [String] = language.marks.flatMap(\.phrases)
        words += language.commands.keys
        words +=
            language[.plain] + language[.articles] + language[.fillers] + language[.pauseFillers]
        words += language[.stutters] + language[.names] + language.letters.keys
        words += numbers.cardinals.keys
        words += Array(numbers.ordinals.keys) + Array(numbers.scales.keys) + numbers[.and]
        words +=
            numbers[.zeros] + Array(numbers.repeats.keys) + numbers[.decimal] + numbers[.negative]
        words += numbers[.percent] + numbers.currencies.flatMap { $0.words + $0.parts }
        words += numbers[.months] + numbers[.of] + Array(numbers.hour.keys) + numbers.dayHalves.keys
        words += numbers[.plain] + numbers[.numbered] + numbers[.yearPrefixes]
        return words.sorted()
    }

    private static func word(_ words: [String], _ random: inout SplitMix) -> String {
        switch Int.random(in: 0..<10, using: &random) {
        case 0:
            let marks = Array(".,;:!?…()[]{}\"“”„«»'-–—$%&")
            return String(marks.randomElement(using: &random)!)
        case 1:
            // Any scalars, among them control characters, joiners, and accents without a letter.
            let count = Int.random(in: 1...5, using: &random)
            var text = String.UnicodeScalarView()
            while text.count < count {
                let limit: UInt32 = Bool.random(using: &random) ? 0x400 : 0x10FFFF
                let value = UInt32.random(in: 0...limit, using: &random)
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            return String(text)
        case 2:
            let word = words.randomElement(using: &random)!
            return word.uppercased() + [".", ",", "...", "\"", ")", "-"].randomElement(
                using: &random)!
        default:
            return words.randomElement(using: &random)!
        }
    }
}
