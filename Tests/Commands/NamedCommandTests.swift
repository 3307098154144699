import ArgumentParser
import EngineRegistry
import Foundation
import Settings
import Testing

@testable import UtterCommands

/// The commands that messages tell people to run exist, with the words and options that are named.
struct NamedCommandTests {
    private static let sources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources")

    /// Text in place of a value that the sources don't know.
    private static let value = "VALUE"

    /// Words that end a command which isn't in quotation marks.
    private static let verbs: Set<Substring> = [
        "allows", "brings", "continues", "dictates", "does", "has", "keeps", "lists", "looks",
        "prints", "says", "shows", "takes", "types", "which", "writes",
    ]
    /// What the program does, after its name: no commands.
    private static let prose: Set<Substring> = [
        "brings", "can", "has", "itself", "keyboard", "sound", "was",
    ]

    /// A file's sources with each message in one piece: without comments, and with a message's
    /// parts joined.
    private static func joined(_ text: String) -> String {
        text.replacing(/(?m)^\s*\/\/.*$/, with: "")
            .replacing(/"\s*\n\s*\+ "/, with: "")
            .replacing(/\\\n\s*/, with: "")
            // Twice, for one within another.
            .replacing(/\\\((?:[^()"\n]|\([^()\n]*\)|"[^"\n]*")*\)/, with: value)
    }

    /// The words of a command, as a shell has them, up to where the sentence goes on.
    private static func words(of text: Substring) -> [String] {
        var words: [String] = []
        for match in text.matches(of: /'([^']*)'|\S+/) {
            let word = match.0
            let end = word.prefix { !";,)?\\".contains($0) }
            if verbs.contains(end.prefix { $0 != "." }) { break }
            if let quoted = match.1 {
                words.append(String(quoted))
            } else if end.count < word.count {
                if !end.isEmpty { words.append(String(end)) }
                break
            } else if word.hasSuffix(".") || word == "&&" || word == "…" {
                if word.count > 1, word != "&&" { words.append(String(word.dropLast())) }
                break
            } else {
                words.append(String(word))
            }
        }
        return words
    }

    private static func complaint(_ words: [String]) -> String? {
        do {
            _ = try UtterCommand.command(in: words)
            if words.first == "config", words.count > 2, words[2] != value, words[1] != "show" {
                _ = try KeyName(argument: words[2]).edit(in: Settings(Engines.schema))
            }
            return nil
        } catch {
            let message = UtterCommand.message(for: error)
            // A command may be named without what it is given, and a help page is an error, too.
            return message.hasPrefix("Missing expected argument")
                || UtterCommand.exitCode(for: error).rawValue == 0 ? nil : message
        }
    }

    @Test func eachExistsAndParses() throws {
        var count = 0
        for name in try FileManager.default.subpathsOfDirectory(atPath: Self.sources.path)
        where name.hasSuffix(".swift") {
            let source = try String(contentsOf: Self.sources.appending(path: name), encoding: .utf8)
            // Quicker, and most files name none.
            guard source.range(of: "[^/ ] ?.?utter [a-z]", options: .regularExpression) != nil
            else { continue }
            let text = Self.joined(source)
            for match in text.matches(of: /(?:“|: |\(|"|`|; )utter ([a-z-][^”"\n`]*)[”"\n`]/) {
                let words = Self.words(of: match.1)
                guard let first = words.first, !Self.prose.contains(first[...]) else { continue }
                // Of the parser’s own.
                if words == ["--help"] { continue }
                count += 1
                if let complaint = Self.complaint(words), !complaint.contains(Self.value) {
                    Issue.record("\(name): utter \(words.joined(separator: " ")): \(complaint)")
                }
            }
        }
        #expect(count > 120)
    }

    /// Such as this test would find.
    @Test(arguments: [
        "models instal x", "setup hotky", "config set hotkey.dictat F9",
        "models available --languag de", "doctor fix",
    ])
    func aWrongOneIsFound(_ command: String) {
        #expect(Self.complaint(Self.words(of: command[...])) != nil)
    }
}
