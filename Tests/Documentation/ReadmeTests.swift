import Foundation
import TestSupport
import Testing

/// The statements of the sources' documentation about files are true.
struct ReadmeTests {
    private static let root = Documentation.root
    private static let sources = root.appending(path: "Sources")

    /// Each folder with sources, and its parents.
    @Test func eachFolderSaysWhatItIsFor() throws {
        let folders = try Self.files(below: Self.sources, ending: ".swift")
            .map { $0.deletingLastPathComponent() }
            .filter { $0.deletingLastPathComponent().lastPathComponent != "Programs" }
            .flatMap { [$0, $0.deletingLastPathComponent()] }
        for folder in Set(folders) where folder.path.hasPrefix(Self.sources.path + "/") {
            let text = try? String(contentsOf: folder.appending(path: "README.md"), encoding: .utf8)
            // Headings divide the page: the first part is for whoever looks for something.
            let opening = text?.split(separator: "\n## ").first
            let lines = opening?.split(separator: "\n").count ?? 0
            #expect((3...12).contains(lines), "\(folder.path) has \(lines) lines of README.md")
            #expect(text?.count ?? 0 <= 5_000, "\(folder.path) has a long README.md")
            #expect(text?.contains("Does not depend on") == true, "\(folder.path)")
        }
    }

    @Test func theFilesThatItNamesAreThere() throws {
        for readme in try Self.files(below: Self.sources, ending: "README.md") {
            let folder = readme.deletingLastPathComponent()
            let text = try String(contentsOf: readme, encoding: .utf8)
            for match in text.matches(of: /`([\w\/+.-]+\.swift)`/) {
                let name = String(match.1)
                let places = [folder, Self.sources].map { $0.appending(path: name).path }
                #expect(
                    places.contains { FileManager.default.fileExists(atPath: $0) },
                    "\(readme.path) names \(name)")
            }
        }
    }

    private static func files(below folder: URL, ending: String) throws -> [URL] {
        try FileManager.default.subpathsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(ending) }.map { folder.appending(path: $0) }
    }
}
