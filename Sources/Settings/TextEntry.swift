/// An entry that the user adds to the dictionary in their configuration file.
public enum TextEntry: Hashable, Sendable {
    /// A name as it is written.
    case word(String)
    /// The replacement for a word or phrase.
    case replacement(say: String, write: String)

    /// The lines that the file needs, for the user to write.
    public var lines: String {
        switch self {
        case .word(let word): "[text.words] \(TOMLText.string(word)) = \"\""
        case .replacement: table.joined(separator: " ")
        }
    }

    private var table: [String] {
        guard case .replacement(let say, let write) = self else { return [] }
        return [
            "[[text.replace]]", "say = \(TOMLText.string(say))",
            "write = \(TOMLText.string(write))",
        ]
    }

    /// The settings with the entry.
    public func added(to settings: Settings) -> Settings {
        var settings = settings
        switch self {
        case .word(let word): settings.text.words[word] = ""
        case .replacement(let say, let write):
            settings.text.replace.append(.init(subject: .say(say), write: write))
        }
        return settings
    }

    /// The file with the entry in it, and else as it was; nil if it can't be changed safely.
    ///
    /// - Parameters:
    ///   - contents: of a file without errors.
    ///   - file: its name.
    ///   - schema: the sections that it may have.
    public func added(
        to contents: [UInt8], file: String, schema: SettingsSchema
    ) -> [UInt8]? {
        guard let before = try? Settings.parse(contents, file: file, schema: schema)
        else { return nil }
        let lines = FileLines(contents)
        let changed =
            switch self {
            case .word(let word):
                lines.inserting(TOMLText.string(word), "\"\"", in: "text.words")
            case .replacement: lines.appending([""] + table)
            }
        return changed.bytes(saying: added(to: before))
    }
}
