public import Dictation

/// Turns words into text. A value without state: the same words after the same context give the
/// same text.
public struct TextProcessor: Sendable {
    private let splitting: Splitting
    private let dictionary: PersonalDictionary
    private let spokenMarks: SpokenMarks?
    private let fillers: Fillers
    private let formatting: Formatting
    private let numbers: NumberWriting
    private let capitals: Capitals
    private let patterns: [(pattern: TextPattern, text: String)]

    public init(_ options: TextOptions) {
        let language = options.language
        let marks = SpokenMarks(
            language, plainMarks: options.plainMarks, keys: options.keys)
        let numberWords = NumberLexicon(language.numbers, names: language.names)
        splitting = Splitting(abbreviations: Set(language.abbreviations)) { parts in
            let keys = parts.map { Token.key(of: $0) }
            return keys.allSatisfy(numberWords.isNumberWord)
                || marks.contains(keys.joined(separator: " "))
        }
        dictionary = PersonalDictionary(options.replacements)
        spokenMarks = options.obeysSpokenMarks ? marks : nil
        fillers = Fillers(
            language, fillers: options.leavesOutFillers,
            repetitions: options.leavesOutRepetitions)
        formatting = Formatting(language)
        numbers = NumberWriting(numberWords, style: options.numbers)
        capitals = Capitals(language, isWanted: options.capitalizes)
        patterns = options.replacements.compactMap { rule in
            if case .pattern(let pattern) = rule.subject { (pattern, rule.text) } else { nil }
        }
    }

    /// The text for a transcript after the given context. Takes time in proportion to the number of
    /// words.
    public func compose(_ transcript: Transcript, after context: TextContext) -> Composition {
        compose(transcript, after: context) { _, _ in }
    }

    /// The result of each stage, for users to read.
    public func stages(_ transcript: Transcript, after context: TextContext) -> [TextStage] {
        var stages: [TextStage] = []
        _ = compose(transcript, after: context) { stages.append(TextStage(name: $0, text: $1())) }
        return stages
    }

    /// Whether an utterance ends with the command to stop.
    public func endsDictation(_ utterance: String) -> Bool {
        guard let spokenMarks else { return false }
        return spokenMarks.apply(splitting.tokens(Transcript([utterance])))
            .contains { $0.kind == .command(.stop) }
    }

    private func compose(
        _ transcript: Transcript, after context: TextContext,
        trace: (_ stage: String, _ text: () -> String) -> Void
    ) -> Composition {
        var tokens = splitting.tokens(transcript)
        trace("words") { TextStage.describe(tokens) }
        tokens = dictionary.apply(tokens)
        trace("dictionary") { TextStage.describe(tokens) }
        if let spokenMarks { tokens = spokenMarks.apply(tokens) }
        trace("marks") { TextStage.describe(tokens) }
        tokens = fillers.apply(tokens)
        trace("fillers") { TextStage.describe(tokens) }
        let formatted = formatting.apply(tokens)
        trace("commands") { TextStage.describe(formatted.draft.tokens) }
        tokens = numbers.apply(formatted.draft.tokens)
        trace("numbers") { TextStage.describe(tokens) }
        tokens = capitals.apply(tokens, after: context)
        trace("capitals") { TextStage.describe(tokens) }
        var composition = Composition(
            pieces: Spacing().pieces(tokens, after: context),
            revisions: formatted.draft.revisions, selectsLast: formatted.draft.selectsLast,
            endsDictation: formatted.endsDictation)
        trace("spacing") { composition.text }
        if !patterns.isEmpty {
            composition.pieces = replacePatterns(in: composition.pieces)
            trace("patterns") { composition.text }
        }
        return composition
    }

    /// Replaces patterns in the text between two keys. Where a pattern changes something, the
    /// boundaries of utterances are lost.
    private func replacePatterns(in pieces: [Composition.Piece]) -> [Composition.Piece] {
        pieces.mappingText { parts in
            let text = parts.joined()
            let replaced = patterns.reduce(text) { $1.pattern.replace(in: $0, with: $1.text) }
            return replaced == text ? parts : [replaced]
        }
    }
}

/// The result of one stage of processing.
public struct TextStage: Hashable, Sendable {
    public let name: String
    public let text: String

    /// One line: words, marks in brackets, commands in angle brackets, `|` between utterances.
    static func describe(_ tokens: [Token]) -> String {
        var parts = tokens.map { token in
            switch token.kind {
            case .word: token.text
            case .mark: "[\(token.text.replacing(lineBreaks: "↵"))]"
            case .command, .key: "<\(token.text)>"
            case .pause: "|"
            }
        }
        if parts.last == "|" { parts.removeLast() }
        return parts.joined(separator: " ")
    }
}

extension String {
    fileprivate func replacing(lineBreaks mark: Character) -> String {
        String(map { $0.isNewline ? mark : $0 })
    }
}
