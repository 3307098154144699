import LinuxRuntime

/// Changes one value in a configuration file and leaves the rest as it is, comments included.
public struct SettingsEdit: Sendable {
    private let section: String
    private let declared: SectionKey

    private var name: String { declared.name }

    /// The name of the key with that of its section: `hotkey.dictate`.
    public var key: String { "\(section).\(name)" }

    /// Those of all keys but tables of their own: `[text.snippets]`.
    public static func all(in schema: SettingsSchema) -> [SettingsEdit] {
        schema.sections.flatMap { section in
            section.keys.filter { !$0.isTable }.map { SettingsEdit(section.name, $0) }
        }
    }

    public static let hotkey = SettingsEdit(Settings.Hotkey.self, \.dictate)
    public static let microphone = SettingsEdit(Settings.Audio.self, \.device)
    public static let engine = SettingsEdit(Settings.Recognizer.self, \.engine)
    public static let announcements = SettingsEdit(Settings.Announce.self, \.say)
    public static let wakePhrase = SettingsEdit(Settings.Wake.self, \.phrase)
    /// The language that is spoken.
    public static let spokenLanguage = SettingsEdit(Settings.Recognizer.self, \.language)
    /// The language of the rules for text.
    public static let textLanguage = SettingsEdit(Settings.Text.self, \.language)

    private init(_ section: String, _ declared: SectionKey) {
        (self.section, self.declared) = (section, declared)
    }

    private init<Keys: SettingsKeys, Value>(
        _ keys: Keys.Type, _ key: KeyPath<Keys, SettingsKey<Value>>
    ) {
        self.init(Keys.section, SectionKey(Keys.declared[keyPath: key], keys))
    }

    /// The value in these settings, a string without quotation marks and all else in TOML; nil if
    /// there is none.
    public func value(in settings: Settings) -> String? {
        guard case .line(let text) = declared.write(settings) else { return nil }
        if case .string(let string) = Self.node(text)?.value { return string }
        return text
    }

    /// The words that are all its values; empty if it has others.
    public var words: [String] { declared.schema.words }

    /// The settings with another value.
    ///
    /// - Parameter value: in TOML, or a string without quotation marks.
    /// - Throws: why it can't be the value.
    public func applied(
        to settings: Settings, _ value: String
    ) throws(SettingsError) -> Settings {
        var changed = settings
        changed.store(try read(value, file: settings.file ?? "").stored, section, name)
        return changed
    }

    /// A value as the file has it, and as it is kept; that is nil for the default.
    private func read(
        _ value: String, file: String
    ) throws(SettingsError) -> (text: String, stored: StoredValue?) {
        var problems: [SettingsProblem] = []
        for text in [value, TOMLText.string(value)] {
            guard let node = Self.node(text) else { continue }
            var reading = ValueReading(
                home: BaseDirectory.home(Settings.environment),
                directory: Settings.directory(of: file))
            var settings = Settings()
            declared.read(node, &settings, &reading)
            if reading.mismatches.isEmpty { return (text, settings.sections[section]?[name]) }
            guard problems.isEmpty else { continue }
            problems = reading.mismatches.map {
                SettingsProblem(
                    file: "the new value", section: section, key: name, reason: $0.reason,
                    suggestion: $0.suggestion)
            }
        }
        throw SettingsError(problems)
    }

    /// A value in TOML on one line, without a comment.
    private static func node(_ text: String) -> TOMLNode? {
        guard !text.contains(where: \.isNewline),
            case .table(let entries)? = (try? TOMLNode.parse(Array("x = \(text)".utf8)))?.value,
            let entry = entries.first, entries.count == 1,
            (try? TOMLNode.parse(Array("x = [\(text)]".utf8))) != nil
        else { return nil }
        return entry.node
    }

    /// The line that the file needs, for the user to write.
    public func line(_ value: String) -> String {
        let text = (try? read(value, file: ""))?.text ?? TOMLText.string(value)
        return "[\(section)] \(name) = \(text)"
    }

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
        guard let (text, stored) = try? read(value, file: file) else { return nil }
        return edited(contents, file, schema, stored) { lines, place in
            place.map { Self.change(&lines, at: $0, text) }
                ?? insert(into: &lines, "\(name) = \(text)")
        }
    }

    /// The file without the value, which becomes a comment; nil as for `applied`.
    public func removed(
        from contents: [UInt8], file: String, schema: SettingsSchema
    ) -> [UInt8]? {
        edited(contents, file, schema, nil) { lines, place in
            guard let place else { return true }
            guard lines.indices.contains(place.line - 1) else { return false }
            lines[place.line - 1].insert("#", at: 0)
            return true
        }
    }

    private func edited(
        _ contents: [UInt8], _ file: String, _ schema: SettingsSchema, _ stored: StoredValue?,
        _ edit: (inout [[Unicode.Scalar]], SettingsPlace?) -> Bool
    ) -> [UInt8]? {
        guard let before = try? Settings.parse(contents, file: file, schema: schema)
        else { return nil }
        var lines = String(decoding: contents, as: UTF8.self).unicodeScalars
            .split(separator: "\n", omittingEmptySubsequences: false).map { Array($0) }
        guard edit(&lines, before.place(of: key)) else { return nil }
        let text = lines.map { String(String.UnicodeScalarView($0)) }.joined(separator: "\n")
        var wanted = before
        wanted.store(stored, section, name)
        let bytes = Array(text.utf8)
        let after = try? Settings.parse(bytes, file: file, schema: schema)
        return after?.says(wanted) == true ? bytes : nil
    }

    /// Replaces a value on one line.
    private static func change(
        _ lines: inout [[Unicode.Scalar]], at place: SettingsPlace, _ text: String
    ) -> Bool {
        let start = place.column - 1
        guard lines.indices.contains(place.line - 1) else { return false }
        let line = lines[place.line - 1]
        // An escape is what the person chose to write.
        guard line.indices.contains(start), !line[start...].contains("\\") else { return false }
        let end = (start + 1...line.count).first { end in
            let rest = line[end...].first { !" \t\r".unicodeScalars.contains($0) }
            return (rest.map { "#,}".unicodeScalars.contains($0) } ?? true)
                && node(String(String.UnicodeScalarView(line[start..<end]))) != nil
        }
        guard let end else { return false }
        lines[place.line - 1].replaceSubrange(start..<end, with: text.unicodeScalars)
        return true
    }

    /// Inserts the value where the template shows the default, or directly below the section's
    /// name, or at the end.
    private func insert(into lines: inout [[Unicode.Scalar]], _ assignment: String) -> Bool {
        let new = Array(assignment.unicodeScalars)
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
    /// - Parameter value: nil for the default.
    fileprivate mutating func store(_ value: StoredValue?, _ section: String, _ name: String) {
        var values = sections[section] ?? [:]
        values[name] = value
        sections[section] = values.isEmpty ? nil : values
    }

    /// Whether the settings are equal, independent of their places in the file.
    fileprivate func says(_ other: Settings) -> Bool {
        sections == other.sections && profiles.map(\.name) == other.profiles.map(\.name)
    }
}
