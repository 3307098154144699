import Dictation
import Foundation
import TextProcessing

/// A table of cases in text, one a line: words, `->`, and the text that they make at the start of
/// an empty document. `/` separates utterances, `//` is a long pause between them, `|` a short one
/// within an utterance. `\n` and `\t` have their usual meaning, `\s` is a space at the start.
///
///     "Hello" + comma world -> , world
///
/// A quoted text and `+` before the words are what is before the cursor. Braces at the end list
/// what else is expected: `scratches 1`, `undo`, `stops` and the like. A line that begins with `@`
/// sets options for the following lines; `#` begins a comment.
struct CaseFile {
    struct Case: CustomStringConvertible, Sendable {
        let place: String
        /// The options of the lines above it, as in the file.
        let options: String
        let processor: TextProcessor
        let words: String
        let expected: String

        var description: String { "\(place): \(words)" }

        /// The resulting text, escaped as in the file.
        func result() -> String {
            var said = words
            var context = TextContext.unknown
            if words.hasPrefix("\""), let end = words.range(of: "\" + ") {
                context = .before(CaseFile.unescaped(words[..<end.lowerBound].dropFirst()))
                said = String(words[end.upperBound...])
            }
            var transcript = Transcript()
            for part in said.components(separatedBy: " // ") {
                transcript.noteLongPause()
                for utterance in part.components(separatedBy: " / ") {
                    transcript.append(marked: utterance)
                }
            }
            let text = processor.compose(
                transcript, after: context,
                ending: options.contains("unfinished") ? .beforePauses : .all)
            var result = CaseFile.escaped(text.text)
            let scratched = text.revisions.count { $0 == .scratch }
            if scratched > 0 { result += " {scratches \(scratched)}" }
            for revision in text.revisions where revision != .scratch {
                result += " {\(revision)}"
            }
            if text.selectsLast { result += " {selects}" }
            if text.replacesStop, options.contains("punctuation") { result += " {replaces}" }
            if text.endsDictation { result += " {stops}" }
            return result
        }
    }

    static let folder = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "cases")

    static func cases(_ name: String) throws -> [Case] {
        let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
        var options = ""
        // Making one takes a hundred times as long as a case.
        var processor = processor(options)
        var cases: [Case] = []
        for (number, line) in text.components(separatedBy: "\n").enumerated() {
            if line.hasPrefix("@") {
                options = String(line.dropFirst())
                processor = self.processor(options)
            } else if !line.isEmpty, !line.hasPrefix("#") {
                let parts = line.components(separatedBy: " -> ")
                guard parts.count == 2 else { preconditionFailure("\(name):\(number + 1)") }
                cases.append(
                    Case(
                        place: "\(name):\(number + 1)", options: options,
                        processor: processor,
                        words: parts[0].trimmingCharacters(in: .whitespaces),
                        expected: parts[1]))
            }
        }
        return cases
    }

    /// From options like `language=de numbers=words capitals=no …`.
    static func processor(_ text: String) -> TextProcessor {
        var options = TextOptions()
        for option in text.split(separator: " ") {
            let parts = option.split(separator: "=", maxSplits: 1).map(String.init)
            switch parts[0] {
            case "language":
                let languages = ["de": Language.german, "en": .english]
                options.language = languages[parts[1]] ?? Language(tag: parts[1])
            case "numbers": options.numbers = NumberStyle(rawValue: parts[1])!
            case "capitals": options.capitalizes = parts[1] == "yes"
            case "fillers": options.leavesOutFillers = parts[1] == "leave-out"
            case "corrections": options.obeysCorrections = parts[1] == "yes"
            case "repetitions": options.leavesOutRepetitions = parts[1] == "leave-out"
            case "marks":
                options.obeysSpokenMarks = parts[1] != "ignored"
                options.plainMarks = parts[1] == "plain"
            case "terminal": (options.writesCommandLines, options.writesCode) = (true, true)
            case "code": options.writesCode = true
            case "personal": options.replacements = personal
            case "punctuation": options.punctuation = PunctuationStyle(rawValue: parts[1])!
            case "unfinished": break
            case "wake": options.obeysSleep = true
            case "keys": options.keys = Set(EditingKey.allCases)
            default: preconditionFailure("no such option: \(option)")
            }
        }
        return TextProcessor(options)
    }

    private static let personal: [TextReplacement] = [
        TextReplacement(.phrase("siobhan"), text: "Siobhan"),
        TextReplacement(.phrase("jason"), text: "JSON"),
        TextReplacement(.phrase("i phone"), text: "iPhone"),
        TextReplacement(.phrase("by the way"), text: "btw"),
        TextReplacement(.phrase("comma club"), text: "Comma Club"),
        TextReplacement(.phrase("open source"), text: "open-source"),
        TextReplacement(.phrase("open"), text: "opened"),
        TextReplacement(.phrase("van gogh"), text: "van Gogh"),
        TextReplacement(.phrase("my address"), text: "1 Main Street\nSpringfield"),
        TextReplacement(.phrase("git"), text: "git", isExact: true),
        TextReplacement(.phrase("blah"), text: ""),
        TextReplacement(.pattern(try! TextPattern(#"(\d+) degrees celsius"#)), text: "$1 °C"),
        TextReplacement(.pattern(try! TextPattern(#"(?i)\bcolou?r\b"#)), text: "colour"),
    ]

    static func escaped(_ text: String) -> String {
        let escaped = text.replacingOccurrences(of: "\n", with: "\\n")
            .replacingOccurrences(of: "\t", with: "\\t")
        return escaped.hasPrefix(" ") ? "\\s" + escaped.dropFirst() : escaped
    }

    static func unescaped(_ text: some StringProtocol) -> String {
        text.replacingOccurrences(of: "\\n", with: "\n")
            .replacingOccurrences(of: "\\t", with: "\t")
    }
}
