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
        [self].added(to: contents, file: file, schema: schema)
    }

    fileprivate func added(to lines: FileLines) -> FileLines {
        switch self {
        case .word(let word): lines.inserting(TOMLText.string(word), "\"\"", in: "text.words")
        case .replacement: lines.appending([""] + table)
        }
    }
}

extension [TextEntry] {
    /// The same of several entries.
    public func added(
        to contents: [UInt8], file: String, schema: SettingsSchema
    ) -> [UInt8]? {
        guard let before = try? Settings.parse(contents, file: file, schema: schema)
        else { return nil }
        return reduce(FileLines(contents)) { $1.added(to: $0) }.bytes(saying: added(to: before))
    }

    /// The settings with the entries.
    public func added(to settings: Settings) -> Settings {
        reduce(settings) { $1.added(to: $0) }
    }
}

/// Removes an entry from the user's dictionary in their configuration file.
public struct TextEntryRemoval: Hashable, Sendable {
    /// A name, what is said, or a /pattern/, in capitals or not.
    public let words: String

    public init(_ words: String) { self.words = words }

    /// Whether the settings have the entry.
    public func applies(to settings: Settings) -> Bool { applied(to: settings) != nil }

    /// The file without the entry, and else as it was; nil if it can't be changed safely.
    ///
    /// - Parameters:
    ///   - contents: of a file without errors.
    ///   - file: its name.
    ///   - schema: the sections that it may have.
    public func applied(
        to contents: [UInt8], file: String, schema: SettingsSchema
    ) -> [UInt8]? {
        var contents = contents
        while true {
            guard let before = try? Settings.parse(contents, file: file, schema: schema)
            else { return nil }
            guard let wanted = applied(to: before) else { return contents }
            let lines = FileLines(contents)
            let ways =
                lines.removingKeys(in: "text.words") + lines.removingKeys(in: "text.snippets")
                + lines.removingTables("text.replace")
            guard let changed = ways.lazy.compactMap({ $0.bytes(saying: wanted) }).first
            else { return nil }
            contents = changed
        }
    }

    /// Without the first such entry; nil if there is none.
    private func applied(to settings: Settings) -> Settings? {
        var settings = settings
        if let word = settings.text.words.keys.first(where: isMeant) {
            settings.text.words[word] = nil
        } else if let phrase = settings.text.snippets.keys.first(where: isMeant) {
            settings.text.snippets[phrase] = nil
        } else {
            let rule = settings.text.replace.firstIndex { isMeant($0.subject.shown) }
            guard let rule else { return nil }
            settings.text.replace.remove(at: rule)
        }
        return settings
    }

    private func isMeant(_ other: String) -> Bool { other.lowercased() == words.lowercased() }
}

extension Settings.Replacement.Subject {
    /// As `utter text list` prints it.
    public var shown: String {
        switch self {
        case .say(let words): words
        case .pattern(let pattern): "/\(pattern)/"
        }
    }
}
