import LinuxRuntime

/// Changes one value in a configuration file and leaves the rest as it is, comments included.
public struct SettingsEdit: Sendable {
    /// The profile that has the value; nil for a general one.
    public let profile: String?
    private let target: Target

    private enum Target: Sendable {
        case key(section: String, SectionKey)
        /// The patterns of the windows that a profile is for.
        case patterns(WindowPatterns)
    }

    /// The name of the key after its section's: `hotkey.dictate`. For a profile’s patterns, the
    /// pattern's: `class`.
    public var setting: String {
        switch target {
        case .key(let section, let key): "\(section).\(key.name)"
        case .patterns(let patterns): patterns.rawValue
        }
    }

    /// The setting, with the profile’s name if it has one: `profile.chat.output.line_breaks`.
    public var key: String { profile.map { "profile.\($0).\(setting)" } ?? setting }

    /// Whether it can make a profile that doesn’t exist yet.
    public var makesProfile: Bool {
        if case .patterns = target { true } else { false }
    }

    /// The edits of all keys that aren't tables: `[text.snippets]`.
    public static func all(in schema: SettingsSchema) -> [SettingsEdit] {
        schema.sections.flatMap { section in
            section.keys.filter { !$0.isTable }.map { SettingsEdit(section.name, $0) }
        }
    }

    /// The edits of a profile, which need not exist.
    public static func all(in schema: SettingsSchema, profile: String) -> [SettingsEdit] {
        let patterns = WindowPatterns.allCases.map { SettingsEdit(profile, .patterns($0)) }
        let sections = schema.sections.filter { Settings.Profile.sections.contains($0.family) }
        return patterns
            + sections.flatMap { section in
                section.keys.filter { !$0.isTable }.map {
                    SettingsEdit(profile, .key(section: section.name, $0))
                }
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

    private init(_ profile: String?, _ target: Target) {
        (self.profile, self.target) = (profile, target)
    }

    private init(_ section: String, _ declared: SectionKey) {
        self.init(nil, .key(section: section, declared))
    }

    private init<Keys: SettingsKeys, Value>(
        _ keys: Keys.Type, _ key: KeyPath<Keys, SettingsKey<Value>>
    ) {
        self.init(Keys.section, SectionKey(Keys.declared[keyPath: key], keys))
    }

    /// The value in these settings, a string without quotation marks and all else in TOML; nil if
    /// there is none. A profile’s is nil if the general one applies.
    public func value(in settings: Settings) -> String? {
        let written: WrittenValue?
        switch (target, profile) {
        case (.key(_, let key), nil): written = key.write(settings)
        case (.key(_, let key), let name?):
            guard let profile = settings.profile(named: name), profile.has(setting)
            else { return nil }
            written = key.write(profile.overrides)
        case (.patterns(let patterns), let name):
            guard let profile = name.flatMap(settings.profile(named:)) else { return nil }
            let list = profile[keyPath: patterns.path]
            if list.count == 1 { return list[0].text }
            written = WindowPatterns.form.write(list)
        }
        guard case .line(let text)? = written else { return nil }
        if case .string(let string) = Self.node(text)?.value { return string }
        return text
    }

    /// The words that are all its values; empty if it has others.
    public var words: [String] {
        if case .key(_, let key) = target { key.schema.words } else { [] }
    }

    /// The settings with another value.
    ///
    /// - Parameter value: in TOML, or a string without quotation marks.
    /// - Throws: why it can't be the value.
    public func applied(
        to settings: Settings, _ value: String
    ) throws(SettingsError) -> Settings {
        try read(value, into: settings, file: settings.file ?? "").settings
    }

    /// Errors in the settings with another value: those in the value name it as the user did.
    public func naming(_ error: SettingsError) -> SettingsError {
        guard profile != nil else { return error }
        return SettingsError(
            error.problems.map { problem in
                let name = [problem.section, problem.key].compactMap(\.self).joined(separator: ".")
                guard name == setting || name.hasPrefix("\(setting)[") else { return problem }
                return self.problem(problem.reason, problem.suggestion)
            })
    }

    private func problem(_ reason: String, _ suggestion: String?) -> SettingsProblem {
        let parts = key.split(separator: ".", omittingEmptySubsequences: false)
        return SettingsProblem(
            file: "the new value", section: parts.dropLast().joined(separator: "."),
            key: parts.last.map(String.init), reason: reason, suggestion: suggestion)
    }

    /// A value as the file has it, and the settings with it.
    private func read(
        _ value: String, into settings: Settings, file: String
    ) throws(SettingsError) -> (text: String, settings: Settings) {
        var problems: [SettingsProblem] = []
        for text in [value, TOMLText.string(value)] {
            guard let node = Self.node(text) else { continue }
            var reading = ValueReading(
                home: BaseDirectory.home(Settings.environment),
                directory: Settings.directory(of: file), isArgument: true)
            var changed = settings
            store(node, in: &changed, &reading)
            if reading.mismatches.isEmpty { return (text, changed) }
            guard problems.isEmpty else { continue }
            problems = reading.mismatches.map { problem($0.reason, $0.suggestion) }
        }
        throw SettingsError(problems)
    }

    private func store(
        _ node: TOMLNode, in settings: inout Settings, _ reading: inout ValueReading
    ) {
        guard let profile else {
            if case .key(_, let key) = target { key.read(node, &settings, &reading) }
            return
        }
        if settings.profile(named: profile) == nil, makesProfile {
            var overrides = Settings(settings.schema)
            overrides.places["name"] = SettingsPlace(
                file: settings.file ?? "", line: 1, column: 1)
            settings.profiles.append(Settings.Profile(name: profile, overrides: overrides))
        }
        guard let index = settings.profiles.firstIndex(where: { $0.name == profile })
        else { return }
        switch target {
        case .key(_, let key): key.read(node, &settings.profiles[index].overrides, &reading)
        case .patterns(let patterns):
            settings.profiles[index][keyPath: patterns.path] =
                WindowPatterns.form.read(node, &reading) ?? []
        }
        let places = settings.profiles[index].overrides.places
        settings.profiles[index].overrides.places[setting] =
            places[setting] ?? places["name"]
            ?? SettingsPlace(file: settings.file ?? "", line: 1, column: 1)
    }

    /// The settings without the value.
    private func cleared(_ settings: Settings) -> Settings {
        var settings = settings
        guard let profile else {
            if case .key(let section, let key) = target {
                settings.sections.clear(section, key.name)
            }
            return settings
        }
        guard let index = settings.profiles.firstIndex(where: { $0.name == profile })
        else { return settings }
        switch target {
        case .key(let section, let key):
            settings.profiles[index].overrides.sections.clear(section, key.name)
        case .patterns(let patterns): settings.profiles[index][keyPath: patterns.path] = []
        }
        settings.profiles[index].overrides.places[setting] = nil
        return settings
    }

    private func place(in settings: Settings) -> SettingsPlace? {
        profile.map { settings.profile(named: $0)?.overrides.place(of: setting) }
            ?? settings.place(of: setting)
    }

    /// A value in TOML on one line, without a comment.
    static func node(_ text: String) -> TOMLNode? {
        guard !text.contains(where: \.isNewline),
            case .table(let entries)? = (try? TOMLNode.parse(Array("x = \(text)".utf8)))?.value,
            let entry = entries.first, entries.count == 1,
            (try? TOMLNode.parse(Array("x = [\(text)]".utf8))) != nil
        else { return nil }
        return entry.node
    }

    /// The line that the file needs, for the user to write.
    public func line(_ value: String) -> String {
        var settings = Settings()
        if let profile {
            settings.profiles = [Settings.Profile(name: profile, overrides: Settings())]
        }
        let text = (try? read(value, into: settings, file: ""))?.text ?? TOMLText.string(value)
        switch (target, profile) {
        case (.key(let section, let key), nil): return "[\(section)] \(key.name) = \(text)"
        case (_, let name):
            return "\(setting) = \(text), in the [[profile]] named \(TOMLText.string(name ?? ""))"
        }
    }

    /// The file with the value in it; nil if the file is written in a way that can't be changed
    /// safely: the result is parsed again, and must differ only in this value.
    ///
    /// - Parameters:
    ///   - contents: of a file without errors.
    ///   - file: its name.
    ///   - schema: the sections that it may have.
    public func applied(
        to contents: [UInt8], file: String, schema: SettingsSchema, _ value: String
    ) -> [UInt8]? {
        guard let before = try? Settings.parse(contents, file: file, schema: schema),
            let (text, wanted) = try? read(value, into: before, file: file)
        else { return nil }
        let lines = FileLines(contents)
        if let place = place(in: before) {
            return lines.replacing(at: place, with: text)?.bytes(saying: wanted)
        }
        switch (target, profile) {
        case (.key(let section, let key), nil):
            return lines.inserting(key.name, text, in: section).bytes(saying: wanted)
        case (_, let name?):
            guard let profile = before.profile(named: name) else {
                let new = ["", "[[profile]]", "name = \(TOMLText.string(name))"]
                return lines.appending(new + ["\(setting) = \(text)"]).bytes(saying: wanted)
            }
            guard let named = profile.overrides.place(of: "name") else { return nil }
            return lines.inserting(setting, text, inProfileNamedAt: named.line).lazy
                .compactMap { $0.bytes(saying: wanted) }.first
        case (.patterns, nil): return nil
        }
    }

    /// The file without the value, which becomes a comment; nil as for `applied`.
    public func removed(
        from contents: [UInt8], file: String, schema: SettingsSchema
    ) -> [UInt8]? {
        guard let before = try? Settings.parse(contents, file: file, schema: schema)
        else { return nil }
        guard let place = place(in: before) else { return contents }
        return FileLines(contents).commentingOut(place.line)?.bytes(saying: cleared(before))
    }
}

/// The patterns that say for which windows a profile is.
private enum WindowPatterns: String, CaseIterable {
    case `class`, title, program

    static let form = ValueForm<[WindowPattern]>.windowPatterns(such: "")

    var path: WritableKeyPath<Settings.Profile, [WindowPattern]> {
        switch self {
        case .class: \.classes
        case .title: \.titles
        case .program: \.programs
        }
    }
}

extension [String: [String: StoredValue]] {
    fileprivate mutating func clear(_ section: String, _ name: String) {
        self[section]?[name] = nil
        if self[section]?.isEmpty == true { self[section] = nil }
    }
}

extension FileLines {
    /// The contents if they are a file with these settings.
    func bytes(saying wanted: Settings) -> [UInt8]? {
        let settings = try? Settings.parse(bytes, file: wanted.file ?? "", schema: wanted.schema)
        return settings?.says(wanted) == true ? bytes : nil
    }
}

extension Settings {
    /// Whether the settings are equal, independent of their places in the file.
    fileprivate func says(_ other: Settings) -> Bool {
        sections == other.sections && profiles.count == other.profiles.count
            && zip(profiles, other.profiles).allSatisfy { $0.says($1) }
    }
}

extension Settings.Profile {
    fileprivate func says(_ other: Settings.Profile) -> Bool {
        /// Also those with the default as their value; without the parts of arrays.
        func keys(_ profile: Settings.Profile) -> Set<String> {
            Set(profile.overrides.places.keys.filter { !$0.contains("[") })
        }
        return name == other.name && classes == other.classes && titles == other.titles
            && programs == other.programs && overrides.sections == other.overrides.sections
            && keys(self) == keys(other)
    }
}
