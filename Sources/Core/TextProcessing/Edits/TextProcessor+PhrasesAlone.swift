import Dictation

extension TextProcessor {
    /// The phrases for marks and commands that are obeyed when they are said alone, without any that
    /// have words of the user's; for a speech model, those first that are said most, or are heard
    /// worst. Empty without rules for the language.
    public var phrasesAlone: [String] {
        guard let spokenMarks, let grammar else { return [] }
        let edits = grammar.fixedPhrases
        let all =
            language.marks.flatMap(\.phrases) + language.commands.keys.sorted() + edits.sorted()
        var known: Set<String> = []
        return (likelyAlone + all).filter { phrase in
            (spokenMarks.obeys(phrase) || edits.contains(phrase)) && known.insert(phrase).inserted
        }
    }

    private var likelyAlone: [String] {
        func marks(_ role: Mark.Role) -> [Mark] { language.marks.filter { $0.role == role } }
        func first(_ role: Mark.Role) -> [String] {
            Array(marks(role).first?.phrases.prefix(1) ?? [])
        }
        func text(_ text: String) -> [String] {
            Array(language.marks.first { $0.text == text }?.phrases.prefix(1) ?? [])
        }
        func said(_ command: SpokenCommand) -> [String] {
            language.commands.filter { $0.value == command }.keys.sorted {
                ($0.count, $0) > ($1.count, $1)
            }
        }
        let dividers = marks(.divider).compactMap(\.phrases.first)
        let stops = marks(.stop)
        let revisions = said(.undo).prefix(1)
        let worst =
            dividers + (stops.first?.phrases.suffix(1) ?? []) + text("…") + revisions
        let others =
            stops.compactMap(\.phrases.first) + text("—")
            + marks(.lineBreak).compactMap(\.phrases.first) + first(.openingQuote)
            + first(.closingQuote)
        let commands =
            said(.scratch) + language.phrases(for: .redo).suffix(1)
            + language.phrases(for: .alternatives).prefix(1)
            + said(.select).prefix(1) + said(.stop).prefix(2) + said(.pressEnter)
        return worst + others + commands
    }
}
