import Dictation
import Foundation
import Testing
import TextProcessing

/// The tables of editing commands: a text, what is said, and the text that this makes of it.
@Suite struct EditCaseTests {
    static let files = ["english.edits": ("en", 100), "german.edits": ("de", 60)]
    static let rewrites = ["english.rewrites": ("en", 25), "german.rewrites": ("de", 22)]

    @Test(arguments: files.merging(rewrites) { $1 }) func textIsEditedAsWritten(
        _ file: String, _ expected: (language: String, leastCases: Int)
    ) throws {
        let cases = try EditCase.cases(file, language: expected.language)
        #expect(cases.count >= expected.leastCases)
        for test in cases { #expect(test.result() == test.expected, "\(test)") }
    }

    /// Every command has a case.
    @Test(arguments: files) func allCommandsAreTried(
        _ file: String, _ expected: (language: String, leastCases: Int)
    ) throws {
        let cases = try [file, file.replacing("edits", with: "rewrites")].flatMap {
            try EditCase.cases($0, language: expected.language)
        }
        let tried = cases.compactMap { test in
            test.processor.edits(test.said).first?.action
                ?? test.processor.answer(Transcript([test.said]))
        }
        #expect(Set(EditAction.allCases).subtracting(tried).isEmpty)
    }

    @Test func aPhraseOfTheUsersHasItsInstruction() {
        var options = TextOptions()
        options.rewritings = ["Make that a haiku": "Write it as a haiku."]
        let edit = TextProcessor(options).edits("make that a haiku.").first
        #expect(edit?.action == .rewrite)
        #expect(edit?.instruction == "Write it as a haiku.")
        #expect(TextProcessor(options).edits("make that a haiku please").isEmpty)
        #expect(
            TextProcessor(options).edits("Make that less formal.").first?.instruction
                == "Make that less formal")
    }

    @Test func thePrefixMakesACommand() {
        var options = TextOptions()
        options.commandPrefix = "computer"
        let processor = TextProcessor(options)
        #expect(processor.edits("delete last word").isEmpty)
        #expect(processor.edits("Computer, delete last word.").first?.action == .deleteWords)
        #expect(processor.edits("computer").isEmpty)
        #expect(processor.withoutPrefix("computer scratch that") == "scratch that")
        #expect(processor.withoutPrefix("computer science") == "computer science")
    }
}

/// One line: a text, `=>`, what is said, `->`, and the result. ` / ` in the text separates what was
/// said between pauses, `\n` is a line break. In the result brackets are around the selection, `|`
/// is the cursor if it isn't at the end, and braces hold what else happens; `{text}` is no command. The
/// text `{proposed}` comes from a model, which can be taken or left.
struct EditCase: CustomStringConvertible {
    let place: String
    let processor: TextProcessor
    let text: String
    let said: String
    let expected: String

    var description: String { "\(place): \(said)" }

    static func cases(_ name: String, language: String) throws -> [EditCase] {
        var options = TextOptions()
        options.language = language == "de" ? .german : .english
        let processor = TextProcessor(options)
        let file = CaseFile.folder.appending(path: name)
        let lines = try String(contentsOf: file, encoding: .utf8).split(
            separator: "\n", omittingEmptySubsequences: false)
        return lines.enumerated().compactMap { number, line in
            guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
            let sides = line.components(separatedBy: " -> ")
            let left = sides[0].components(separatedBy: " => ")
            guard sides.count == 2, left.count == 2 else {
                preconditionFailure("\(name):\(number + 1)")
            }
            return EditCase(
                place: "\(name):\(number + 1)", processor: processor,
                text: left[0].trimmingCharacters(in: .whitespaces), said: left[1],
                expected: sides[1])
        }
    }

    func result() -> String {
        let utterances = CaseFile.unescaped(text).components(separatedBy: " / ")
        let whole = utterances.joined(separator: " ")
        let text = EditableText(
            whole, lastUtterance: (whole.count - utterances.last!.count)..<whole.count)
        let edits = processor.edits(said)
        guard !edits.isEmpty else {
            let answer = self.text == "{proposed}" ? processor.answer(Transcript([said])) : nil
            return answer.map { "{\($0)}" } ?? "{text}"
        }
        let outcomes = edits.map { processor.outcome(of: $0, in: text) }
        let outcome = outcomes.first { if case .missing = $0 { false } else { true } }
        func replaced(_ range: Range<Int>, _ new: String) -> String {
            var characters = Array(whole)
            characters.replaceSubrange(range, with: new)
            return CaseFile.escaped(String(characters))
        }
        func part(_ range: Range<Int>) -> String { String(Array(whole)[range]) }
        return switch outcome ?? outcomes[0] {
        case .replace(let range, let new), .needsLines(let range, let new): replaced(range, new)
        case .select(let range): replaced(range, "[\(part(range))]")
        case .place(let place): replaced(place..<place, "|")
        case .press(let key): "{press \(key)}"
        case .format(let range, let key): "{\(key) \(part(range))}"
        case .copy(let range): "{copy \(part(range))}"
        case .cut(let range): replaced(range, "") + " {cut}"
        case .missing(let words): "{missing\(words.isEmpty ? "" : " " + words)}"
        case .paste: "{paste}"
        case .typeHere: "{type here}"
        case .redo: "{redo}"
        case .help: "{help}"
        case .words: "{words}"
        case .learn: "{learn}"
        case .readBack: "{read back}"
        case .rewrite: "{rewrite}"
        case .alternatives: "{alternatives}"
        }
    }
}
