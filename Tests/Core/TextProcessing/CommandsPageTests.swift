import Dictation
import Foundation
import Testing

@testable import TextProcessing

/// `docs/voice-commands.md` says what the languages hold.
@Suite struct CommandsPageTests {
    private static let page = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../docs/voice-commands.md")
    private static let (start, end) = ("## Editing\n", "\n## What others know")

    /// `UTTER_WRITE_TEMPLATE=1 swift test --filter thePageHasEveryEdit` rewrites that part.
    @Test func thePageHasEveryEdit() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let first = try #require(text.range(of: Self.start)).upperBound
        let last = try #require(text.range(of: Self.end)).lowerBound
        if ProcessInfo.processInfo.environment["UTTER_WRITE_TEMPLATE"] != nil {
            try text.replacingCharacters(in: first..<last, with: Self.section)
                .write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(String(text[first..<last]) == Self.section)
        }
    }

    /// People who write their own language learn of each list of words.
    @Test func theTextsPageNamesEachListOfWords() throws {
        let page = Self.page.deletingLastPathComponent().appending(path: "text.md")
        let text = try String(contentsOf: page, encoding: .utf8)
        for section in ["words", "classes"] {
            let pattern = try Regex("(?ms)^\\[\(section)\\] (.*?)^[a-z]")
            let match = try #require(text.firstMatch(of: pattern))
            let words = try #require(match.output[1].substring)
            let named = Set(words.matches(of: /[a-z_]+/).map { String($0.0) })
            let fields = Language.fields.map(\.path).filter { $0[0] == section }
            #expect(fields.count > 20)
            for field in fields { #expect(named.contains(field[1]), "\(field[1])") }
        }
    }

    private static var section: String {
        let rows = EditAction.allCases.map { action in
            "| \(Language.english.phrases(for: action).joined(separator: "; ")) "
                + "| \(Language.german.phrases(for: action).joined(separator: "; ")) "
                + "| \(verb(action)) |\n"
        }
        return """

            A command is all that you say between two pauses, or it follows the word of `[text] command_prefix`, as
            in “computer, delete last word”. It changes what utter has typed at the cursor since you last typed or
            clicked. If you meant the words, say “i meant the words”: they are typed.

            - **Your own text.** Where the window reports your text, the selection and the cursor, commands reach that,
              too. “That” is then exactly your selection, and utter looks for words that you name before the cursor
              first. It selects them and types over them; “undo” brings them back. “Delete …” and “capitalize …” with
              words need the prefix there.
            - **All of it.** “Select all”, “go to the beginning of the text” and “go to the end of the text” press Ctrl+A,
              Ctrl+Home and Ctrl+End where the window reports your text.
            - **Not found.** If the text is unknown, or doesn't have the words that you name, nothing is changed and a
              notice says so. “Delete …”, “replace …”, “correct …”, “insert …” and “select …” with words, and
              “capitalize …” and the like, are typed as words then, because many sentences begin so. So they are in the
              middle of a dictation, and where the words that they name are more than 400 characters before the cursor.
            - **Without a selection** “that” is what you said last.
            - **In a terminal**, and where the focused window is unknown, the cursor isn't moved and nothing is
              selected.

            | English | German | |
            |---|---|---|

            """ + rows.joined()
    }

    private static func verb(_ action: EditAction) -> String {
        switch action {
        case .deleteWords: "removes the last words"
        case .deleteSentences: "removes the last sentences"
        case .delete: "removes the words"
        case .redo: "makes the change again that “undo” took back"
        case .correct:
            "writes the second words for the first; offered for the dictionary the second time"
        case .replace: "writes the second words for the first"
        case .insertBefore, .insertAfter: "puts words there"
        case .capitalize: "Each Word Large"
        case .uppercase: "CAPITALS"
        case .lowercase: "small letters"
        case .quote: "between quotation marks"
        case .bracket: "(in brackets)"
        case .bold, .italic, .underline:
            "by Ctrl+\(action.formattingKey?.letter?.uppercased() ?? "") in a word processor, and where `[output] formatting` says so; said again takes it away"
        case .list: "a line for each item, between commas and “and”"
        case .numberedList: "the same, numbered"
        case .select: "what you say next takes their place"
        case .selectWords, .selectSentences: "selects the last ones"
        case .selectRange: "selects from one to the other"
        case .selectAll: "selects all of the text, or what utter has typed where that is unknown"
        case .goToLineStart, .goToLineEnd:
            "moves the cursor, with Home or End outside of what was typed"
        case .goToTextStart, .goToTextEnd:
            "moves the cursor in the text, or in what utter has typed where that is unknown"
        case .moveLeftWords, .moveRightWords, .moveLeftCharacters, .moveRightCharacters:
            "moves the cursor"
        case .copy: "keeps it for “paste that”"
        case .cut: "the same, and removes it"
        case .paste: "types what was copied or cut by voice"
        case .typeHere:
            "types your last dictation at the cursor, as one that was cancelled or missed its window"
        case .help: "shows ten phrases; again, the next ten"
        case .words: "types the words of the last command"
        case .learn: "writes the last correction from now on"
        case .readBack: "says the selection aloud, else the last text"
        case .rewrite:
            "a [model that you choose](cleanup.md#rewriting) does that, and shows its text first; typed as words without one"
        case .takeRewriting: "puts the model's text in place; typed as words while no text is shown"
        case .leaveRewriting: "leaves the text as it is"
        case .alternatives:
            "shows what else you may have said ([more](text.md#when-a-word-is-wrong))"
        case .firstAlternative, .secondAlternative, .thirdAlternative:
            "writes that instead; typed as words while nothing is offered"
        }
    }
}
