public import Dictation

/// An editing command. Its phrases are in ``Language/edits``.
public enum EditAction: String, Hashable, Sendable, CaseIterable {
    /// Remove the last words, the last sentences, or words that are named.
    case deleteWords, deleteSentences, delete
    /// Make the change again that was undone last.
    case redo
    /// Put other words in the place of some; `correct` also learns them.
    case correct, replace
    case insertBefore, insertAfter
    /// Write the named words, or the last utterance, in another case.
    case capitalize, uppercase, lowercase
    /// Put them between marks.
    case quote, bracket
    /// Give them a format by the program's own keys, or take it away.
    case bold, italic, underline
    /// Make a list of the items of the last utterance.
    case list, numberedList
    case select, selectWords, selectSentences, selectRange, selectAll
    /// Move the cursor.
    case goToLineStart, goToLineEnd, goToTextStart, goToTextEnd
    case moveLeftWords, moveRightWords, moveLeftCharacters, moveRightCharacters
    case copy, cut, paste
    /// Type the last text that was dictated before, or what is left of it.
    case typeHere
    /// Say what can be said.
    case help
    /// Type the words of the last command.
    case words
    /// Put the last correction into the personal dictionary.
    case learn
    /// Say the selection aloud or, if nothing is selected, the last text.
    case readBack
    /// Have a model do with it what is said.
    case rewrite
    /// Put the model's text in its place, or leave it as it is.
    case takeRewriting, leaveRewriting
    /// Show what else may have been said.
    case alternatives
    /// Put one of them in its place.
    case firstAlternative, secondAlternative, thirdAlternative
}

extension EditAction {
    /// Whether its words are text where what they name isn't there: "capitalize" has a meaning for
    /// the words after it, too.
    public var isOrdinaryWord: Bool {
        switch self {
        case .capitalize, .uppercase, .lowercase, .quote, .bracket, .bold, .italic, .underline:
            true
        default: beginsSentences
        }
    }

    /// Whether many a sentence begins as the command does: “Replace the tires by Friday.”, “Answer
    /// that question first.” It is one only as a separate utterance whose object is near the cursor.
    public var beginsSentences: Bool {
        switch self {
        case .delete, .correct, .replace, .insertBefore, .insertAfter, .select, .selectRange,
            .rewrite:
            true
        default: false
        }
    }

    /// The key of a format.
    public var formattingKey: EditingKey? {
        switch self {
        case .bold: .bold
        case .italic: .italic
        case .underline: .underline
        default: nil
        }
    }

    /// The key of a command that is about all of a text.
    public var wholeTextKey: EditingKey? {
        switch self {
        case .selectAll: .selectAll
        case .goToTextStart: .textStart
        case .goToTextEnd: .textEnd
        default: nil
        }
    }

    /// Whether it names nothing but the words that it acts on: without them it is a text.
    public var isTextOtherwise: Bool {
        switch self {
        case .list, .numberedList: true
        default: isOrdinaryWord
        }
    }
}

/// A spoken editing command.
public struct SpokenEdit: Hashable, Sendable {
    public let action: EditAction
    /// The words that it names, as they were said.
    public var text: [String] = []
    /// The words to put in their place or beside them, or the end of a range.
    public var with: [String] = []
    public var count = 1
    /// A model's instruction for the text, of the action `rewrite`: what was said, or what the
    /// user's configuration has for that.
    public var instruction = ""
    /// Everything that was said, without a prefix.
    public let words: String
    /// Whether the prefix was said before it: it is meant as a command in any case.
    public var isCertain = false

    init(_ action: EditAction, words: String) {
        (self.action, self.words) = (action, words)
    }

    /// Whether it is meant for any text, also one that the user wrote: a selection, a move, or a
    /// change that can't be anything but a command.
    public var isForAnyText: Bool {
        switch action {
        case .correct, .replace, .insertBefore, .insertAfter, .deleteWords, .deleteSentences,
            .uppercase, .lowercase, .quote, .bracket, .list, .numberedList, .select, .selectWords,
            .selectSentences, .selectRange, .selectAll, .goToLineStart, .goToLineEnd,
            .goToTextStart, .goToTextEnd, .moveLeftWords, .moveRightWords, .moveLeftCharacters,
            .moveRightCharacters, .copy, .cut:
            true
        // “Capitalize London” is how a name is dictated.
        case .capitalize, .bold, .italic, .underline: text.isEmpty
        default: false
        }
    }

    /// Whether it acts on “that”: on what is selected, or was said last.
    public var isAboutThat: Bool {
        switch action {
        case .capitalize, .uppercase, .lowercase, .quote, .bracket, .bold, .italic, .underline,
            .list, .numberedList, .copy, .cut:
            text.isEmpty
        default: false
        }
    }

    /// Whether it is no text where something is selected. “Capitalize London” is.
    public var isForSelection: Bool { action != .capitalize || text.isEmpty }
}

extension EditAction {
    /// The actions that put an alternative in its place, in their order.
    public static let choices: [EditAction] = [
        .firstAlternative, .secondAlternative, .thirdAlternative,
    ]

    /// Whether it is an answer to texts that are proposed: it is a command only then.
    var isAnswer: Bool {
        self == .takeRewriting || self == .leaveRewriting || Self.choices.contains(self)
    }
}
