import EngineRegistry
import Foundation
import Testing

@testable import Settings

/// `docs/settings.md` has each key of the schema.
@Suite struct SettingsTableTests {
    private static let page = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../docs/settings.md")
    private static let start = "a [hotkey](hotkeys.md) its own bindings.\n"

    /// `UTTER_WRITE_TEMPLATE=1 swift test --filter thePageHasEverySetting` rewrites that part.
    @Test func thePageHasEverySetting() throws {
        let text = try String(contentsOf: Self.page, encoding: .utf8)
        let first = try #require(text.range(of: Self.start)).upperBound
        if ProcessInfo.processInfo.environment["UTTER_WRITE_TEMPLATE"] != nil {
            try (text[..<first] + Self.tables)
                .write(to: Self.page, atomically: true, encoding: .utf8)
        } else {
            #expect(String(text[first...]) == Self.tables)
        }
    }

    @Test(arguments: [
        ("The key. `utter devices`\nshows it.", "The key."),
        ("What is typed: \"a\" or\n\"b\"", "What is typed: \"a\" or \"b\"."),
        ("The program's own words:", "The program's own words."),
        ("Write … rather than ... (three). More.", "Write … rather than ... (three)."),
        (
            "Who watches: " + String(repeating: "long ", count: 50) + "is it. More.", "Who watches."
        ),
    ])
    func oneLineIsSaidOfAKey(_ documentation: String, _ line: String) {
        #expect(Self.firstSentence(of: documentation) == line)
    }

    private static var tables: String {
        let defaults = Settings(Engines.schema)
        return Engines.schema.sections.map { section in
            let rows = section.keys.map { key in
                let text = firstSentence(of: key.documentation)
                let line = (text + choices(of: key, except: text)).replacing("|", with: "\\|")
                return "| `\(key.name)` | \(initial(key, defaults)) | \(line) |\n"
            }
            return """

                ### `[\(section.name)]`

                \(section.documentation)

                | key | default | |
                |---|---|---|

                """ + rows.joined()
        }.joined()
    }

    /// The words that it can be, unless the text has them all.
    private static func choices(of key: SectionKey, except text: String) -> String {
        let words = key.schema.words.filter { !["true", "false"].contains($0) }.map { "\"\($0)\"" }
        guard !words.allSatisfy({ text.contains($0) }) else { return "" }
        return " One of \(words.dropLast().joined(separator: ", ")) or \(words.last!)."
    }

    private static func initial(_ key: SectionKey, _ defaults: Settings) -> String {
        switch key.write(defaults) {
        case .line(let value): "`\(value)`"
        case .table: "empty"
        case nil: key.absence
        }
    }

    /// Without its details, where it would be long.
    private static func firstSentence(of documentation: String) -> String {
        let text = documentation.split(separator: "\n").joined(separator: " ")
        var sentence =
            text.firstMatch(of: /^.*?[^.]\.(?= ["“`A-Z])/).map { text[$0.range] } ?? text[...]
        if sentence.count > 160, let end = sentence.firstMatch(of: /[:;]\s|\s\(/) {
            sentence = sentence[..<end.range.lowerBound]
        }
        if sentence.hasSuffix(":") { sentence.removeLast() }
        return sentence.hasSuffix(".") ? String(sentence) : "\(sentence)."
    }
}
