package import Dictation
package import TextProcessing

// What the user is told of a text, or instead of one.

extension Composing {
    /// The notice about what was done instead of typing, if anything.
    static func done(
        _ revision: Composition.Revision?, to words: String, endsDictation: Bool
    ) -> Notice? {
        revision.map { done($0, to: words) }
            ?? (endsDictation ? Notice(.info, "Stopped: nothing to type") : nil)
    }

    /// - Parameter words: as ``EditHistory/words(of:)`` before the revision.
    package static func done(_ revision: Composition.Revision, to words: String) -> Notice {
        let words = quoted(words).map { " \($0)" } ?? ""
        return switch revision {
        case .scratch: Notice(.info, "Deleted\(words)", actions: [.undo])
        case .undo: Notice(.info, "Undone")
        case .select: Notice(.info, "Selected\(words)")
        case .restoreRaw: Notice(.info, "The raw text is back")
        }
    }

    /// - Parameter text: what a command of the same dictation removed.
    static func removed(_ text: String) -> Notice {
        Notice(
            .info, "Deleted \(quoted(text) ?? "")", remedy: "Bring it back: utter retype",
            actions: [.undo])
    }

    /// A text between quotation marks, if it has words; its beginning if it is long.
    static func quoted(_ text: String) -> String? {
        let text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        if text.isEmpty { return nil }
        if text.hasPrefix("“"), text.hasSuffix("”"), text.count <= 40 { return text }
        return text.count > 40 ? "“\(text.prefix(39))…”" : "“\(text)”"
    }

    /// - Parameter window: nil if it is unknown.
    static func noLineBreaks(_ window: WindowKind?) -> Notice {
        switch window {
        case .terminal:
            Notice(
                .info, "No line break: Enter runs commands in a terminal",
                remedy: "A profile can allow them there.")
        case .editor:
            Notice(
                .info, "No line break: an editor may show a terminal, where Enter runs commands",
                remedy: "A profile with output.line_breaks = \"keep\" allows them there.")
        case .sender:
            Notice(
                .info, "No line break: Enter sends or starts in this window",
                remedy: "A profile can allow them there.")
        case nil:
            Notice(
                .info, "No line break: it isn’t known which window has the focus",
                remedy: "[output] line_breaks = \"keep\" allows them everywhere.")
        default:
            Notice(
                .info, "No line break: they are typed as spaces here",
                remedy: "[output] line_breaks = \"keep\" allows them.")
        }
    }

    /// - Parameter field: one in which they can't be typed.
    static func noLineBreaks(_ field: FieldTraits) -> Notice {
        let why =
            switch (field.kind, field.committedLineBreak) {
            case (.terminal, _): "Enter runs commands in a terminal"
            case (_, .unknown): "the window doesn’t say whether the text field has several lines"
            default: "the text field has one line"
            }
        let remedy =
            field.committedLineBreak == nil
            ? "" : "[output] sinks can name another way to type."
        return Notice(.info, "No line break: \(why)", remedy: remedy)
    }

    static func notPressed(
        _ key: EditingKey, _ window: WindowKind?, allowed: Set<EditingKey>
    ) -> Notice {
        if key == .pageBreak {
            return Notice(
                .info, "No page break: this window isn’t known as a word processor’s",
                remedy: "A profile with formatting = \"word-processor\" says so.")
        }
        let keys = allowed.union([key]).subtracting([.pageBreak])
            .map { "\"\($0)\"" }.sorted().joined(separator: ", ")
        return Notice(
            .info, "The key “\(key)” was not pressed: it isn’t allowed by voice",
            remedy: window == .terminal
                ? "A profile can allow it there."
                : "[output] keys = [\(keys)] allows it.")
    }

    /// A command that deletes, sends or ends, and was taken for words of the text.
    static func left(_ phrases: [SpokenPhrase]) -> Notice? {
        guard let phrase = phrases.last(where: { $0.isCostly && !$0.isObeyed }) else { return nil }
        return Notice(
            .info, "Typed as words: “\(phrase.words)”",
            remedy: "Pause before and after it to have it obeyed.")
    }

    /// The notice of the model's changes other than marks, capitals and fillers; nil if there are
    /// none.
    static func notice(of changes: [String], _ processor: TextProcessor?) -> Notice? {
        guard !changes.isEmpty else { return nil }
        let more = changes.count > 3 ? ", and \(changes.count - 3) more" : ""
        return Notice(
            .info, "Cleaned up: " + changes.prefix(3).joined(separator: ", ") + more,
            remedy: processor?.phrase(for: .restoreRaw)
                .map { "“\(capitalized($0))” brings your own words back." } ?? "")
    }

    /// The notice of words that a correction in mid-sentence left out.
    static func takenBack(_ words: String, _ processor: TextProcessor) -> Notice {
        Notice(
            .info, "Left out \(quoted(words) ?? "")",
            remedy: askingForWords(processor))
    }

    /// How to have the words of a command typed.
    static func askingForWords(_ processor: TextProcessor) -> String {
        "Meant as text? Say “\(capitalized(processor.phrase(for: .words)))”."
    }

    static let wordsAreRaw = Notice(
        .warning, "Only typed: [text] raw switches commands off",
        remedy: "[text] raw = false allows commands and Enter.")

    static func noCommand(_ processor: TextProcessor) -> Notice {
        Notice(
            .warning, "That isn’t a command: nothing was typed",
            remedy: "Say “\(capitalized(processor.phrase(for: .help)))” to see what is one.")
    }

    /// The phrases that can be said, one to a line.
    ///
    /// - Parameter page: the first page follows the last one.
    package static func help(_ processor: TextProcessor, page: Int) -> Notice {
        let phrases = processor.phrasesToSay
        let count = max(1, (phrases.count + phrasesOfPage - 1) / phrasesOfPage)
        let page = page % count
        let shown = phrases.dropFirst(page * phrasesOfPage).prefix(phrasesOfPage)
        return Notice(
            .info, count > 1 ? "You can say (page \(page + 1) of \(count))" : "You can say",
            remedy: shown.map { "“\($0)”" }.joined(separator: "\n"),
            actions: count > 1 ? [.more] : [], lasts: .seconds(15))
    }

    private static let phrasesOfPage = 10

    private static func capitalized(_ phrase: String) -> String {
        phrase.prefix(1).uppercased() + phrase.dropFirst()
    }

    package static let unknownText = "the text before the cursor isn’t known"

    package static func nothing(for revision: Composition.Revision) -> String {
        revision == .restoreRaw
            ? "the last text is as the rules made it" : "nothing is left that was typed here"
    }
}

extension Composition.Revision {
    /// The failure, in words, if it can't be carried out.
    package var failure: String {
        switch self {
        case .scratch: "cannot scratch the last words"
        case .undo: "cannot undo the last change"
        case .select: "cannot select the last words"
        case .restoreRaw: "cannot restore the raw text"
        }
    }
}
