import Foundation
import TestSupport
import Testing

/// What the user’s documentation says is there, and is spelled as English is.
@Suite struct PageTests {
    private static let root = Documentation.root

    @Test func linksLeadSomewhere() throws {
        #expect(Documentation.pages.count > 10)
        for page in Documentation.pages {
            let text = try String(contentsOf: page, encoding: .utf8)
            for match in text.matches(of: /\]\(([^)#\s]*)(?:#([^)\s]+))?[^)]*\)/)
            where !match.1.contains("://") {
                let target =
                    match.1.isEmpty
                    ? page : page.deletingLastPathComponent().appending(path: String(match.1))
                #expect(
                    FileManager.default.fileExists(atPath: target.path),
                    "\(page.path) links to \(match.1)")
                if let anchor = match.2 {
                    #expect(
                        try Self.anchors(of: target).contains(String(anchor)),
                        "\(page.path) links to \(match.1)#\(anchor)")
                }
            }
        }
    }

    /// `make install` installs README.md, the pages and their pictures; what they link to is there.
    @Test func linksLeadToWhatIsInstalled() throws {
        for page in Documentation.pages where page.lastPathComponent != "CONTRIBUTING.md" {
            let text = try String(contentsOf: page, encoding: .utf8)
            for match in text.matches(of: /\]\(([^)#\s]+)/) where !match.1.contains("://") {
                #expect(
                    String(match.1).contains(
                        /^((docs\/)?([a-z-]+\.(md|gif)|pictures\/[a-z-]+\.png)|\.\.\/README\.md)$/),
                    "\(page.path) links to \(match.1)")
            }
        }
    }

    /// Whoever comes for the first time reads it to the end.
    @Test func frontPageIsShort() throws {
        let text = try String(contentsOf: Self.root.appending(path: "README.md"), encoding: .utf8)
        #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count - 1 <= 150)
        #expect(text.count <= 10_000)
    }

    /// The headings of a page as the web names them: small letters, digits and “-” for a space.
    private static func anchors(of page: URL) throws -> [String] {
        try String(contentsOf: page, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("#") }
            .map { heading in
                heading.drop { $0 == "#" }.trimmingCharacters(in: .whitespaces).lowercased()
                    .replacing(" ", with: "-")
                    .filter { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
            }
    }

    /// A setting is written as `[section] key` or `[section] key = value`.
    @Test func theSettingsThatItNamesAreThere() throws {
        let template = try String(
            contentsOf: Self.root.appending(path: "packaging/config.toml"), encoding: .utf8)
        var keys: Set<String> = []
        var section = ""
        for line in template.split(separator: "\n") {
            if let match = line.firstMatch(of: /^\[([a-z.-]+)\]$/) { section = String(match.1) }
            if let match = line.firstMatch(of: /^#([a-z_-]+) =/) {
                keys.insert("[\(section)] \(match.1)")
            }
        }
        #expect(keys.count > 60)
        var count = 0
        for page in Documentation.pages {
            let text = try String(contentsOf: page, encoding: .utf8)
            for match in text.matches(of: /`(\[[a-z.-]+\] [a-z_-]+)(?: =[^`]*)?`/) {
                count += 1
                #expect(keys.contains(String(match.1)), "\(page.path) names \(match.1)")
            }
        }
        #expect(count > 5)
    }

    /// Words that say something else than was meant, or that the project has another word for.
    @Test func oddWordsAreAvoided() throws {
        let odd = try [
            "heed(s|ed)?": "respect", "mend(s|ed|ing)?": "fix, correct",
            // Not the function of scripts for KWin.
            "told|tells?(?!\\(|\\)| =)": "report, notify, say, give", "belongs? into": "belong to",
            "of another's": "of another", "go(es)? on": "continue", "anew": "again",
            "persons?": "user, you",
        ].map { (try Regex("\\b(\($0))\\b").ignoresCase(), $1) }
        let texts =
            Documentation.pages + (try Self.manuals)
            + ["CHANGELOG.md", "packaging/config.toml"].map { Self.root.appending(path: $0) }
        let said =
            try texts.map { ($0.path, try String(contentsOf: $0, encoding: .utf8)) }
            + Self.literals
        for (name, text) in said {
            for (pattern, better) in odd {
                for match in text.matches(of: pattern) {
                    Issue.record("\(name) has “\(text[match.range])”; better: \(better)")
                }
            }
        }
    }

    private static var manuals: [URL] {
        get throws {
            try FileManager.default.contentsOfDirectory(
                at: root.appending(path: "packaging/man"), includingPropertiesForKeys: nil)
        }
    }

    /// The string literals of each file of the sources, where whatever users read is.
    private static var literals: [(name: String, text: String)] {
        get throws {
            let sources = root.appending(path: "Sources")
            let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path)
                // The languages' files hold words of everybody's, not ours.
                .filter { $0.hasSuffix(".swift") && !$0.contains("/Language+") }
            #expect(names.count > 100)
            return try names.map { name in
                let file = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
                var text = ""
                var isWithin = false
                for line in file.split(separator: "\n") {
                    if line.contains("\"\"\"") { isWithin.toggle() }
                    if isWithin {
                        text += line + "\n"
                    } else if !line.drop(while: \.isWhitespace).hasPrefix("//") {
                        for match in line.matches(of: /"((?:[^"\\]|\\.)*)"/) {
                            text += match.1 + "\n"
                        }
                    }
                }
                return (name, text)
            }
        }
    }
}
