import Assembly
import Dictation
import Foundation
import LinuxRuntime
import Settings
import Testing
import TextProcessing

/// The languages that come as files: rules and cases, without code.
@Suite struct LanguageFilesTests {
    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().appending(path: "../../../packaging/languages").standardized

    static let languages = Folder.names(in: folder.path).filter { $0.hasSuffix(".toml") }
        .map { String($0.dropLast(".toml".count)) }.sorted()

    @Test(arguments: languages) func theCasesAreAsWritten(_ name: String) throws {
        let place = Self.folder.appending(path: "\(name).toml").path
        let file = try #require(try ValueFile.read(place))
        var options = TextOptions()
        options.language = try Languages.read(file, tag: name)
        options.punctuation = .auto
        let processor = TextProcessor(options)
        let cases = try String(
            contentsOf: Self.folder.appending(path: "\(name).cases"), encoding: .utf8)
        var count = 0
        for line in cases.split(separator: "\n") where !line.hasPrefix("#") {
            let sides = line.components(separatedBy: " -> ")
            let edit = sides[0].components(separatedBy: " => ")
            let result =
                edit.count == 2
                ? Self.edited(edit[0], edit[1], processor)
                : processor.compose(
                    Transcript(sides[0].components(separatedBy: " / ")), after: .unknown
                ).text
            #expect(result == Self.unescaped(sides[1]), "\(name): \(sides[0])")
            count += 1
        }
        #expect(count >= 15)
    }

    private static func edited(
        _ text: String, _ said: String, _ processor: TextProcessor
    ) -> String {
        let utterances = text.components(separatedBy: " / ")
        let whole = utterances.joined(separator: " ")
        let editable = EditableText(
            whole, lastUtterance: (whole.count - utterances.last!.count)..<whole.count)
        for edit in processor.edits(said) {
            guard case .replace(let range, let new) = processor.outcome(of: edit, in: editable)
            else { continue }
            var characters = Array(whole)
            characters.replaceSubrange(range, with: new)
            return String(characters)
        }
        return "no edit"
    }

    private static func unescaped(_ text: String) -> String {
        text.replacing("\\n", with: "\n").replacing("\\u202F", with: "\u{202F}")
            .replacing("\\u00A0", with: "\u{A0}")
    }

    /// They are found where they are installed.
    @Test func installedLanguagesAreFound() throws {
        let root = try ScratchFolder()
        try root.put("utter/languages/fr.toml", "[words]\nnames = ['Lyon']\n")
        var settings = Settings()
        settings.text.language = "fr-CA"
        let environment = ["XDG_DATA_DIRS": "/nowhere:\(root.path)", "HOME": "/nowhere"]
        let language = try Languages.find(settings) { environment[$0] }
        #expect(language[.names] == ["Lyon"])
        settings.text.language = "xx"
        #expect(throws: SettingsError.self) { try Languages.find(settings) { environment[$0] } }
    }
}

/// A folder that is removed.
private final class ScratchFolder {
    let path = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path

    init() throws {}

    func put(_ name: String, _ text: String) throws {
        let file = URL(filePath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try text.write(to: file, atomically: true, encoding: .utf8)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
