public import Dictation

/// Turns words into text. A value without state: the same words after the same context give the
/// same text. Making one takes a hundred times as long as using it.
///
///     let processor = TextProcessor(TextOptions())
///     let words = Transcript(["hello comma world"])
///     processor.compose(words, after: .unknown).text  // Hello, world
public struct TextProcessor: Sendable {
    private let splitting: Splitting
    private let dictionary: PersonalDictionary
    /// Nil if spoken marks and commands aren't obeyed.
    let spokenMarks: SpokenMarks?
    private let corrections: Corrections?
    private let fillers: Fillers
    private let noises: Noises
    private let commandLine: CommandLine?
    private let commands: CommandWriting
    private let letters: Letters
    private let addresses: Addresses?
    private let numbers: NumberWriting
    private let sentenceEnds: SentenceEnds?
    private let capitals: Capitals
    private let patterns: [(pattern: TextPattern, text: String)]
    /// Nil if editing commands aren't obeyed.
    let grammar: EditGrammar?
    let language: Language
    let usesPlainMarks: Bool
    /// The keys that may be pressed by voice.
    public let keys: Set<EditingKey>
    /// The language of the texts (BCP 47).
    public var languageTag: String { language.tag }
    /// Whether there are rules for that language.
    public var hasRules: Bool { language != Language(tag: language.tag) }

    public init(_ options: TextOptions) {
        let language = options.language
        self.language = language
        usesPlainMarks = options.plainMarks
        keys = options.keys
        grammar =
            options.obeysSpokenMarks
            ? EditGrammar(
                language, prefix: options.commandPrefix, rewritings: options.rewritings) : nil
        let marks = SpokenMarks(
            language, plainMarks: options.plainMarks, keys: options.keys,
            obeysSleep: options.obeysSleep, revises: options.revises,
            writesCode: options.writesCode)
        let numberWords = NumberLexicon(language)
        let abbreviations = Set(language[.abbreviations])
        splitting = Splitting(
            abbreviations: abbreviations,
            numberAbbreviations: abbreviations.intersection(language[.articles]),
            spacedMarks: Dictionary(
                language.marks.compactMap { mark in
                    let text = mark.text.filter { !$0.isWhitespace }
                    guard text.count == 1, text.count < mark.text.count else { return nil }
                    return text.first.map { ($0, mark.text) }
                }, uniquingKeysWith: { first, _ in first })
        ) { parts in
            let keys = parts.map { Token.key(of: $0) }
            return keys.allSatisfy(numberWords.isNumberWord)
                || marks.contains(keys.joined(separator: " "))
        }
        dictionary = PersonalDictionary(options.replacements)
        spokenMarks = options.obeysSpokenMarks ? marks : nil
        corrections = options.obeysCorrections ? Corrections(language, numberWords) : nil
        fillers = Fillers(
            language, fillers: options.leavesOutFillers,
            repetitions: options.leavesOutRepetitions, plainMarks: options.plainMarks)
        noises = Noises(language)
        let identifiers = Identifiers(language, numberWords)
        commandLine = options.writesCommandLines ? CommandLine(language, identifiers) : nil
        commands = CommandWriting(language, identifiers)
        letters = Letters(language, isWanted: options.obeysSpokenMarks)
        addresses = options.obeysSpokenMarks ? Addresses(language) : nil
        numbers = NumberWriting(
            numberWords, style: options.numbers, plainMarks: options.plainMarks,
            obeysCommands: options.obeysSpokenMarks)
        sentenceEnds = options.punctuation == .auto ? SentenceEnds(language) : nil
        capitals = Capitals(
            language, words: options.words, isWanted: options.capitalizes)
        patterns = options.replacements.compactMap { rule in
            if case .pattern(let pattern) = rule.subject { (pattern, rule.text) } else { nil }
        }
    }

    /// The text for a transcript after the given context. Takes time in proportion to the number of
    /// words.
    ///
    /// - Parameters:
    ///   - ending: which sentences end that have no mark.
    ///   - takesSentences: false where the first word begins no sentence: in an address, a password.
    ///   - breaksLines: false where a space is typed for a line break, which begins no sentence.
    ///   - obeysCorrections: false if the words are meant as they were said, where the options obey
    ///     corrections.
    public func compose(
        _ transcript: Transcript, after context: TextContext, ending: SentenceEnding = .all,
        takesSentences: Bool = true, breaksLines: Bool = true, obeysCorrections: Bool = true
    ) -> Composition {
        compose(
            transcript, after: context, ending, takesSentences, breaksLines, obeysCorrections
        ) { _, _ in }
    }

    /// The result of each stage, for users to read.
    public func stages(_ transcript: Transcript, after context: TextContext) -> [TextStage] {
        var stages: [TextStage] = []
        _ = compose(transcript, after: context, .all, true, true, true) {
            stages.append(TextStage(name: $0, text: $1()))
        }
        return stages
    }

    /// The command of an utterance that ends or pauses the dictation.
    public func lastCommand(of utterance: String) -> SpokenCommand? {
        guard let spokenMarks else { return nil }
        let transcript = Transcript([utterance])
        let tokens = splitting.tokens(transcript)
        var notes = SpokenMarks.Notes()
        return spokenMarks.apply(
            tokens, Self.engine(of: transcript, tokens), startsText: false, &notes
        )
        .compactMap { token in
            [.stop, .sleep, .pause].first { token.kind == .command($0) }
        }
        .last
    }

    private func compose(
        _ transcript: Transcript, after context: TextContext, _ ending: SentenceEnding,
        _ takesSentences: Bool, _ breaksLines: Bool, _ obeysCorrections: Bool,
        trace: (_ stage: String, _ text: () -> String) -> Void
    ) -> Composition {
        var tokens = noises.apply(splitting.tokens(transcript))
        let ends = sentenceEnds.flatMap {
            ending == .none || SentenceEnds.isPunctuated(tokens) ? nil : $0
        }
        let engine = Self.engine(of: transcript, tokens)
        if let commandLine { tokens = commandLine.apply(tokens) }
        trace("words") { TextStage.describe(tokens) }
        tokens = dictionary.apply(tokens)
        trace("dictionary") { TextStage.describe(tokens) }
        var notes = SpokenMarks.Notes()
        if let spokenMarks {
            tokens = spokenMarks.apply(
                tokens, engine, startsText: context.startsText, &notes)
        }
        trace("marks") { TextStage.describe(tokens) }
        var taken: [String] = []
        if let corrections, obeysCorrections {
            tokens = corrections.apply(tokens, taken: &taken)
        }
        trace("repairs") { TextStage.describe(tokens) }
        tokens = fillers.apply(tokens)
        trace("fillers") { TextStage.describe(tokens) }
        let formatted = commands.apply(tokens)
        trace("commands") { TextStage.describe(formatted.draft.tokens) }
        func write(
            _ tokens: [Token], trace: (_ stage: String, _ text: () -> String) -> Void
        ) -> (tokens: [Token], endsItself: Bool) {
            var tokens = ListItems.apply(tokens, after: context)
            tokens = letters.apply(tokens)
            if let addresses { tokens = addresses.apply(tokens) }
            trace("letters") { TextStage.describe(tokens) }
            if language.opensQuestions { tokens = PairedMarks.opening(tokens) }
            tokens = numbers.apply(tokens)
            trace("numbers") { TextStage.describe(tokens) }
            var endsItself = false
            if let ends {
                (tokens, endsItself) = ends.apply(
                    tokens, isFinished: ending == .all && !formatted.draft.selectsLast,
                    breaksLines: breaksLines)
            }
            trace("sentences") { TextStage.describe(tokens) }
            if commandLine != nil { tokens = CommandLine.plain(tokens) }
            tokens = capitals.apply(
                tokens, after: context, takesSentences: takesSentences, breaksLines: breaksLines)
            trace("capitals") { TextStage.describe(tokens) }
            return (tokens, endsItself)
        }
        var endsItself: Bool
        (tokens, endsItself) = write(formatted.draft.tokens, trace: trace)
        var withdrawn: String?
        let removed = formatted.draft.removed
        if tokens.isEmpty, !removed.isEmpty {
            let (removed, _) = write(removed) { _, _ in }
            withdrawn = Spacing().pieces(removed, after: context)
                .compactMap { if case .utterance(let text) = $0 { text } else { nil } }.joined()
        }
        var composition = Composition(
            pieces: Spacing().pieces(tokens, after: context),
            revisions: formatted.draft.revisions, selectsLast: formatted.draft.selectsLast,
            endsDictation: formatted.endsDictation, endsWithOwnStop: endsItself,
            replacesStop: Self.begins(with: [.stop, .divider], tokens),
            refusedKey: notes.refusedKey, withdrawn: withdrawn, takenBack: taken,
            phrases: notes.phrases)
        trace("spacing") { composition.text }
        if !patterns.isEmpty {
            composition.pieces = replacePatterns(in: composition.pieces)
            trace("patterns") { composition.text }
        }
        return composition
    }

    /// The engine's information about the places where words are set off.
    private static func engine(
        of transcript: Transcript, _ tokens: [Token]
    ) -> SpokenEvidence.Engine {
        if SentenceEnds.isPunctuated(tokens) { return .punctuated }
        return transcript.pauses.isEmpty ? .bare : .paused
    }

    /// Whether the first words are a mark with one of these roles.
    private static func begins(with roles: Set<Mark.Role>, _ tokens: [Token]) -> Bool {
        guard let first = tokens.first(where: { $0.kind != .pause }) else { return false }
        return first.role.map(roles.contains) ?? false
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
            case .pause: token.isLongPause ? "||" : "|"
            }
        }
        if parts.last?.first == "|" { parts.removeLast() }
        return parts.joined(separator: " ")
    }
}

extension String {
    fileprivate func replacing(lineBreaks mark: Character) -> String {
        String(map { $0.isNewline ? mark : $0 })
    }
}
