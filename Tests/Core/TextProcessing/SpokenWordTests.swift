import Dictation
import Foundation
import Testing
import TextProcessing

/// Words that are also names of marks and commands: in ordinary sentences they stay words, where
/// they are meant they are obeyed.
@Suite struct SpokenWordTests {
    static let languages = ["english": "en", "german": "de"]

    /// A sentence as an engine writes it that writes marks, and its words alone, as another does.
    @Test(arguments: languages) func ordinarySentencesStay(
        _ file: String, _ language: String
    ) throws {
        let processor = CaseFile.processor("language=\(language)")
        let sentences = try Self.lines("\(file).ordinary").map { line in
            let parts = line.components(separatedBy: " -> ")
            return (said: parts[0], expected: parts.last!)
        }
        #expect(sentences.count >= (language == "en" ? 700 : 300))
        for (said, expected) in sentences {
            let text = processor.compose(Transcript([said]), after: .unknown).text
            #expect(text == expected, "\(said)")
            let bare = processor.compose(Transcript([Self.bare(said)]), after: .unknown).text
            #expect(Self.words(bare) == Self.words(expected), "\(Self.bare(said))")
        }
    }

    /// How a mark or a command is set off.
    enum Form: CaseIterable {
        case pauses, commas, sentences
    }

    /// With pauses the text is exact. An engine's own capitals, commas and stops are its choice.
    @Test(arguments: Form.allCases) func whatIsMeantIsObeyed(_ form: Form) throws {
        var (meant, obeyed) = (0, 0)
        for (file, language) in Self.languages {
            let processor = CaseFile.processor("language=\(language)")
            for line in try Self.lines("\(file).meant") {
                let parts = line.components(separatedBy: " -> ")
                let result = processor.compose(Self.said(parts[0], form), after: .unknown)
                meant += parts[0].count { $0 == "{" }
                obeyed += result.phrases.count(where: \.isObeyed)
                let isExact = form == .pauses
                func compared(_ text: String) -> String {
                    isExact ? text.lowercased() : text.lowercased().filter { !".,".contains($0) }
                }
                #expect(
                    compared(CaseFile.escaped(result.text)) == compared(parts[1]),
                    "\(form): \(line)")
            }
        }
        #expect(meant >= 300)
        #expect(obeyed == meant)
    }

    /// None of the commands that delete, send or end is obeyed in an ordinary sentence, whatever
    /// else is made of it.
    @Test(arguments: languages) func nothingIsDeletedByAnOrdinarySentence(
        _ file: String, _ language: String
    ) throws {
        let processor = CaseFile.processor("language=\(language) keys=pressed wake")
        for line in try Self.lines("\(file).ordinary") {
            let said = line.components(separatedBy: " -> ")[0]
            for words in [said, Self.bare(said)] {
                let composition = processor.compose(Transcript([words]), after: .before("One. "))
                #expect(!composition.phrases.contains { $0.isCostly && $0.isObeyed }, "\(words)")
                #expect(composition.revisions.isEmpty && !composition.endsDictation, "\(words)")
            }
        }
    }

    private static func lines(_ name: String) throws -> [String] {
        try String(contentsOf: CaseFile.folder.appending(path: name), encoding: .utf8)
            .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
    }

    /// The words as an engine gives them that writes no marks.
    private static func bare(_ sentence: String) -> String {
        sentence.lowercased().filter { !".,;:!?…\"“”„".contains($0) }
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().replacing("’", with: "'")
            .split { !$0.isLetter && !$0.isNumber && $0 != "'" && $0 != "_" }.map(String.init)
    }

    /// What an engine gives of a line in which the marks and commands have braces.
    private static func said(_ line: String, _ form: Form) -> Transcript {
        var parts: [String] = []
        for piece in line.split(separator: "{") {
            parts += piece.split(separator: "}").map { $0.trimmingCharacters(in: .whitespaces) }
        }
        parts.removeAll(where: \.isEmpty)
        switch form {
        case .commas:
            let text = parts.joined(separator: ", ")
            return Transcript([text.prefix(1).uppercased() + text.dropFirst() + "."])
        case .sentences:
            return Transcript([
                parts.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." }
                    .joined(separator: " ")
            ])
        case .pauses:
            var (words, pauses): ([String], Set<Int>) = ([], [])
            for part in parts {
                if !words.isEmpty { pauses.insert(words.count) }
                words += part.lowercased().split(separator: " ").map(String.init)
            }
            var transcript = Transcript()
            transcript.append(words.joined(separator: " "), pauses: pauses)
            return transcript
        }
    }
}
