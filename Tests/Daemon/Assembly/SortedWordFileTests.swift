import Dictation
import Foundation
import Settings
import TestSupport
import Testing
import TextProcessing

@testable import Assembly

/// Words of a file, which are not kept in memory.
@Suite struct SortedWordFileTests {
    private func file(_ words: [String]) throws -> SortedWordFile? {
        let file = try TemporaryFile()
        try words.joined(separator: "\n").write(
            toFile: file.path, atomically: true, encoding: .utf8)
        return SortedWordFile(file.path)
    }

    @Test func findsEachWordAndNoOther() throws {
        let words = ["Haus", "Hausboot", "Weg", "a", "ab", "weg", "über", "überall"]
        let list = try #require(try file(words))
        for word in words { #expect(list.contains(word), "\(word)") }
        for other in ["", "A", "Hau", "Hausb", "Wege", "b", "üb", "überalle", "zz", "\n"] {
            #expect(!list.contains(other), "\(other)")
        }
    }

    @Test func anotherOrderIsNotUsed() throws {
        #expect(try file((0..<2_000).map { "word \(9_999 - $0)" }) == nil)
        #expect(try file([]) == nil)
        #expect(SortedWordFile("/nonexistent") == nil)
        #expect(SortedWordFile("/usr") == nil)
    }

    /// Debian's list: only words with one casing change.
    @Test(
        .needs("/usr/share/dict/ngerman", package: "wngerman"),
        arguments: [
            ("das haus am see ist die arbeit der frau", "Das Haus am See ist die Arbeit der Frau."),
            ("wir gehen morgen abend weg", "Wir gehen morgen Abend weg."),
            ("ich suche den tisch", "Ich suche den Tisch."),
            ("die besprechung war gut", "Die Besprechung war gut."),
            ("kein weg ist leid", "Kein weg ist leid."),
            ("alles klein kleinschreibung ein haus kleinschreibung aus", "Alles klein haus."),
        ])
    func germanNounsAreLarge(_ words: String, _ text: String) throws {
        let settings = try Settings.parse(
            Array("[text]\nlanguage = 'de'".utf8), file: "/c/config.toml")
        #expect(
            TextProcessor(try settings.textOptions())
                .compose(Transcript([words]), after: .unknown).text == text)
    }

    @Test func englishHasNoList() throws {
        #expect(try Settings().textOptions().words == nil)
    }
}
