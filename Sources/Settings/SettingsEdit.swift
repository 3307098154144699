import Dictation

/// Changes one string in a configuration file and leaves the rest as it is, comments included.
public struct SettingsEdit: Sendable {
    private let section: String
    /// The key's name.
    private let name: String
    private let set: @Sendable (inout Settings, String) -> Void
    private let get: @Sendable (Settings) -> String?

    /// The name of the key with that of its section: `hotkey.dictate`.
    public var key: String { "\(section).\(name)" }

    /// All there are.
    public static let all = [
        hotkey, microphone, engine, spokenLanguage, textLanguage, announcements,
    ]

    public static let hotkey = SettingsEdit(Settings.Hotkey.self, Settings.Hotkey.declared.dictate)
    public static let microphone = SettingsEdit(Settings.Audio.self, Settings.Audio.declared.device)
    public static let engine = SettingsEdit(
        Settings.Recognizer.self, Settings.Recognizer.declared.engine)
    /// The language that is spoken.
    public static let spokenLanguage = SettingsEdit(
        Settings.Recognizer.self, Settings.Recognizer.declared.language)
    /// The language of the rules for text.
    public static let textLanguage = SettingsEdit(
        Settings.Text.self, Settings.Text.declared.language)

    /// What is said aloud, by the names of ``AnnouncedDetail``.
    public static let announcements = SettingsEdit(
        Settings.Announce.self, Settings.Announce.declared.say)

    private init<Keys: SettingsKeys>(_ keys: Keys.Type, _ key: SettingsKey<AnnouncedDetail>) {
        (section, name) = (Keys.section, key.name)
        set = { settings, value in
            if let detail = AnnouncedDetail(rawValue: value) { settings[Keys.self][key] = detail }
        }
        get = { $0[Keys.self][key].rawValue }
    }

    private init<Keys: SettingsKeys>(_ keys: Keys.Type, _ key: SettingsKey<String>) {
        (section, name) = (Keys.section, key.name)
        set = { $0[Keys.self][key] = $1 }
        get = { $0[Keys.self][key] }
    }

    private init<Keys: SettingsKeys>(_ keys: Keys.Type, _ key: SettingsKey<String?>) {
        (section, name) = (Keys.section, key.name)
        set = { $0[Keys.self][key] = $1 }
        get = { $0[Keys.self][key] }
    }

    /// The value in these settings; nil if nothing is set.
    public func value(in settings: Settings) -> String? { get(settings) }

    /// The settings with another value.
    public func applied(to settings: Settings, _ value: String) -> Settings {
        var changed = settings
        set(&changed, value)
        return changed
    }

    /// The line that the file needs, for the user to write.
    public func line(_ value: String) -> String { "[\(section)] \(assignment(value))" }

    private func assignment(_ value: String) -> String { "\(name) = \(TOMLText.string(value))" }

    /// The file with the value in it; nil if the file is written in a way that can't be changed
    /// safely: the result is parsed again, and must differ only in this value.
    ///
    /// - Parameters:
    ///   - contents: those of a file without errors.
    ///   - file: its name.
    ///   - schema: the sections that it may have.
    public func applied(
        to contents: [UInt8], file: String, schema: SettingsSchema, _ value: String
    ) -> [UInt8]? {
        guard let before = try? Settings.parse(contents, file: file, schema: schema)
        else { return nil }
        var lines = String(decoding: contents, as: UTF8.self).unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
        let place = before.place(of: "\(section).\(name)")
        guard place.map({ change(&lines, at: $0, value) }) ?? insert(into: &lines, value) else {
            return nil
        }
        let text = lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
        var wanted = before
        set(&wanted, value)
        let edited = Array(text.utf8)
        let after = try? Settings.parse(edited, file: file, schema: schema)
        return after?.says(wanted) == true ? edited : nil
    }

    /// Replaces a string between plain quotation marks.
    private func change(
        _ lines: inout [[Unicode.Scalar]], at place: SettingsPlace, _ value: String
    ) -> Bool {
        let start = place.column - 1
        guard lines.indices.contains(place.line - 1) else { return false }
        let line = lines[place.line - 1]
        guard line.indices.contains(start), line[start] == "\"" || line[start] == "'",
            let end = line[(start + 1)...].firstIndex(of: line[start]),
            // An escaped quotation mark, or one of three.
            !line[start..<end].contains("\\"), end > start + 1
        else { return false }
        lines[place.line - 1].replaceSubrange(
            start...end, with: TOMLText.string(value).unicodeScalars)
        return true
    }

    /// Inserts the value where the template shows the default, or directly below the section's
    /// name, or at the end.
    private func insert(into lines: inout [[Unicode.Scalar]], _ value: String) -> Bool {
        let new = Array(assignment(value).unicodeScalars)
        let header = lines.firstIndex { Self.words($0).hasPrefix("[\(section)]") }
        guard let header else {
            if lines.last?.isEmpty == true { lines.removeLast() }
            lines += ["", "[\(section)]"].map { Array($0.unicodeScalars) } + [new, []]
            return true
        }
        let end = lines[(header + 1)...].firstIndex { Self.words($0).hasPrefix("[") } ?? lines.count
        if let shown = lines[header..<end].firstIndex(where: {
            Self.words($0).hasPrefix("#\(name) =")
        }) {
            lines[shown] = new
        } else {
            lines.insert(new, at: header + 1)
        }
        return true
    }

    private static func words(_ line: [Unicode.Scalar]) -> String {
        String(String.UnicodeScalarView(line.drop { $0 == " " || $0 == "\t" }))
    }
}

extension Settings {
    /// Whether the settings are equal, independent of their places in the file.
    fileprivate func says(_ other: Settings) -> Bool {
        sections == other.sections && profiles.map(\.name) == other.profiles.map(\.name)
    }
}
