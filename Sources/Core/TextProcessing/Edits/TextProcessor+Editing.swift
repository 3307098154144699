public import Dictation

/// An utterance, or one of its sentences.
public struct SpokenPart: Hashable, Sendable {
    public let words: String
    /// Whether a long pause followed.
    public let isLongPause: Bool
    /// Whether it is an utterance, or the user is known to have paused before and after it.
    public var isApart = true
    /// The indexes of the words before which the user paused; nil if unknown.
    public var pauses: Set<Int>?
}

/// Editing by voice: what utterances mean as commands about a text that was typed.
extension TextProcessor {
    /// The meanings that an utterance can have as an editing command, the most likely first; empty
    /// if it is a text.
    ///
    /// - Parameter isCommand: whether it is meant as one in any case.
    public func edits(_ utterance: String, isCommand: Bool = false) -> [SpokenEdit] {
        grammar?.edits(utterance, isCommand: isCommand) ?? []
    }

    /// The meaning of a transcript as an answer to texts that are proposed; nil if it has none.
    public func answer(_ transcript: Transcript) -> EditAction? { grammar?.answer(transcript.text) }

    /// The utterances of a transcript. One that an engine has punctuated is cut into its sentences
    /// if one of them may be a command: their ends stand for the pauses.
    public func parts(of transcript: Transcript) -> [SpokenPart] {
        guard grammar != nil else { return [] }
        return transcript.utterances.enumerated().flatMap { index, utterance in
            let isLong = transcript.longPauses.contains(index)
            let sentences = Self.sentences(utterance)
            guard sentences.count > 1, sentences.contains(where: { !edits($0).isEmpty }) else {
                return [
                    SpokenPart(
                        words: utterance, isLongPause: isLong, pauses: transcript.pauses[index])
                ]
            }
            let pauses = transcript.pauses[index] ?? []
            var end = 0
            return sentences.enumerated().map { number, sentence in
                let start = end
                end += sentence.count(where: { $0 == " " }) + 1
                let isLast = number == sentences.count - 1
                return SpokenPart(
                    words: sentence, isLongPause: isLong && isLast,
                    isApart: (number == 0 || pauses.contains(start))
                        && (isLast || pauses.contains(end)))
            }
        }
    }

    private static func sentences(_ utterance: String) -> [String] {
        var sentences: [[Substring]] = [[]]
        for word in utterance.split(separator: " ") {
            sentences[sentences.count - 1].append(word)
            if let last = word.last, ".?!".contains(last) { sentences.append([]) }
        }
        return sentences.filter { !$0.isEmpty }.map { $0.joined(separator: " ") }
    }

    /// The words of an utterance without the prefix of commands, if one of the other commands
    /// follows it.
    public func withoutPrefix(_ utterance: String) -> String {
        guard let rest = grammar?.afterPrefix(utterance),
            language.commands[Token.key(of: rest)] != nil
        else { return utterance }
        return rest
    }

    /// The outcome of a command for a text.
    public func outcome(of edit: SpokenEdit, in text: EditableText) -> EditOutcome {
        let opening = language.marks.first { $0.role == .openingQuote }
        let closing = language.marks.first { $0.role == .closingQuote }
        func write(_ mark: Mark?) -> String {
            guard let mark else { return "\"" }
            return usesPlainMarks ? mark.plainText ?? mark.text : mark.text
        }
        let editing = VoiceEditing(
            abbreviations: Set(language[.abbreviations]),
            quotes: (write(opening), write(closing), language.stopsInQuotations),
            bullet: "•", conjunctions: Set(language.numbers[.and])
        ) { words, before in
            compose(
                Transcript([words.joined(separator: " ")]), after: .before(before), ending: .none
            ).utterances.joined()
        }
        return editing.outcome(of: edit, in: text)
    }

    /// Whether the language has a phrase for a command.
    public func hasPhrase(for action: EditAction) -> Bool { language.edits.values.contains(action) }

    /// A phrase for a command; the shortest one.
    public func phrase(for action: EditAction) -> String {
        language.phrases(for: action).first ?? action.rawValue
    }

    /// A phrase for a command; the shortest one.
    public func phrase(for command: SpokenCommand) -> String? {
        language.commands.filter { $0.value == command }.keys.min {
            ($0.count, $0) < ($1.count, $1)
        }
    }

    /// The phrases for a user who asks for them: one for each command, the most useful ones first.
    public var phrasesToSay: [String] {
        func mark(_ text: String) -> String? {
            language.marks.first { $0.text == text }?.phrases.first
        }
        func edit(_ action: EditAction) -> String? { language.phrases(for: action).first }
        let first = [
            phrase(for: .scratch), phrase(for: .undo), mark("\n"), mark("\n\n"),
            edit(.deleteWords), edit(.correct), edit(.insertAfter), edit(.select), edit(.words),
            phrase(for: .stop),
        ].compactMap(\.self)
        // What a model is to do is said in any words, and an answer only where it asks.
        let edits = EditAction.allCases.filter {
            $0 != .help && $0 != .rewrite && !$0.isAnswer
        }.compactMap(edit)
        let others: [SpokenCommand] = [
            .capital, .upper, .lower, .listOn, .numberedListOn, .listItem, .listOff, .spell,
            .noSpace, .camelCase, .literal, .pause, .restoreRaw,
        ]
        let rest = edits + others.compactMap { phrase(for: $0) }
        return first + rest.filter { !first.contains($0) }
    }
}

extension Language {
    /// The phrases for a command as a person reads them, the shortest first: `correct … to …`,
    /// `make that/it shorter`.
    public func phrases(for action: EditAction) -> [String] {
        edits.filter { $0.value == action }.keys.map { phrase in
            phrase.split(separator: " ").map { word in
                word.hasPrefix("{")
                    ? "…"
                    : word.replacing("|", with: "/").filter { $0 != "[" && $0 != "]" }
            }.joined(separator: " ")
        }.sorted { ($0.count, $0) < ($1.count, $1) }
    }
}
