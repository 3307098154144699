import Foundation
import LinuxRuntime
import TestSupport
import Testing

/// What the user’s documentation says is there, and is spelled as English is.
@Suite(.runningLoop) struct DocumentationTests {
    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    private static let pages: [URL] = {
        let docs = root.appending(path: "docs")
        let names = (try? FileManager.default.subpathsOfDirectory(atPath: docs.path)) ?? []
        return names.filter { $0.hasSuffix(".md") }.map { docs.appending(path: $0) }
            + ["README.md", "CONTRIBUTING.md", "SECURITY.md"].map { root.appending(path: $0) }
    }()

    @Test func linksLeadSomewhere() throws {
        #expect(Self.pages.count > 10)
        for page in Self.pages {
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
        for page in Self.pages where page.lastPathComponent != "CONTRIBUTING.md" {
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

    @EventLoopActor @Test func theCommandsThatItNamesAreThere() async throws {
        let help = try await UtterSession().output("--help")
        let known =
            help.matches(of: /\n  ([a-z-]+)\s/).map { String($0.1) } + [
                // Not for people, so not in the help.
                "guard-typing", "restore-input-source", "help",
            ]
        #expect(known.count > 20)
        for page in Self.pages {
            let text = try String(contentsOf: page, encoding: .utf8)
            for match in text.matches(of: /`utter ([a-z][a-z-]*)/) {
                #expect(known.contains(String(match.1)), "\(page.path) names “utter \(match.1)”")
            }
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
        for page in Self.pages {
            let text = try String(contentsOf: page, encoding: .utf8)
            for match in text.matches(of: /`(\[[a-z.-]+\] [a-z_-]+)(?: =[^`]*)?`/) {
                count += 1
                #expect(keys.contains(String(match.1)), "\(page.path) names \(match.1)")
            }
        }
        #expect(count > 5)
    }

    /// What it shows of a configuration can be copied.
    @EventLoopActor @Test func theConfigurationsThatItShowsAreRight() async throws {
        let session = try UtterSession()
        let file = try TemporaryFile()
        // Not what is of a language or a policy.
        let names = "announce|audio|hotkey|models|output|overlay|profile|recognizer|text|wake"
        let section = try Regex("^\\s*\\[+(\(names))")
        var count = 0
        for page in Self.pages where page.lastPathComponent != "CONTRIBUTING.md" {
            let text = try String(contentsOf: page, encoding: .utf8)
            let blocks =
                text.matches(of: /(?s)```toml\n(.*?)```/).map { String($0.1) }
                + text.matches(of: /(?m)(?:^    .*\n)+/).map {
                    String($0.0.replacing("\n    ", with: "\n"))
                }
            for block in blocks where block.contains(section) {
                try Data(block.drop { $0 == " " }.utf8).write(to: URL(filePath: file.path))
                let run = try await session.run("config", "check", file.path)
                // There need be no model of German here.
                #expect(
                    run.status == .exited(0) || run.errors.contains("no engine understands “de”"),
                    "\(page.path): \(run.errors) in \(block)")
                count += 1
            }
        }
        #expect(count > 10)
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
            Self.pages + (try Self.manuals)
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
