import Problems

/// Reads the tables of a file by the schema, and collects all errors.
struct SettingsDecoder {
    let schema: SettingsSchema
    let file: String
    let home: String?
    let directory: String

    var settings: Settings
    private(set) var problems: [SettingsProblem] = []
    /// The names so far: searching all profiles for each new one would take long if there are many.
    var profileNames: Set<String> = []

    init(schema: SettingsSchema, file: String, home: String?, directory: String) {
        self.schema = schema
        settings = Settings(schema)
        self.file = file
        self.home = home
        self.directory = directory
        settings.file = file
    }

    mutating func decode(_ root: TOMLNode) {
        guard case .table(let entries) = root.value else { return }
        for entry in entries {
            if let section = schema.section(named: entry.key) {
                decode(section, entry)
            } else if entry.key == "profile" {
                decodeProfiles(entry)
            } else {
                refuseUnknown(entry)
            }
        }
        checkChosenProfiles()
        problems.sort { ($0.line ?? 0, $0.column ?? 0) < ($1.line ?? 0, $1.column ?? 0) }
    }

    mutating func decode(_ section: SettingsSection, _ entry: TOMLEntry) {
        switch entry.node.value {
        case .table(let entries):
            for entry in entries {
                if let key = section.keys.first(where: { $0.name == entry.key }) {
                    decode(key, of: section, entry)
                } else if let part = schema.section(named: "\(section.name).\(entry.key)") {
                    decode(part, entry)
                } else {
                    refuseUnknown(entry, in: section)
                }
            }
        case .array:
            report(
                entry.keyPlace, section.name, nil,
                "expected one section, found an array", suggestion: "[\(section.name)]")
        default:
            let found = TOMLText.describe(entry.node.value)
            report(
                entry.node.place, section.name, nil, "expected a section, found \(found)")
        }
    }

    private mutating func decode(
        _ key: SectionKey, of section: SettingsSection, _ entry: TOMLEntry
    ) {
        var reading = ValueReading(home: home, directory: directory)
        key.read(entry.node, &settings, &reading)
        let name = "\(section.name).\(key.name)"
        settings.places[name] = place(entry.node.place)
        for part in reading.parts { settings.places[name + part.name] = place(part.place) }
        for mismatch in reading.mismatches {
            report(
                mismatch.place, mismatch.part == nil ? section.name : name,
                mismatch.part ?? key.name, mismatch.reason, suggestion: mismatch.suggestion)
        }
    }

    /// Refuses keys and unknown sections at the top level of a file.
    private mutating func refuseUnknown(_ entry: TOMLEntry) {
        let name = TOMLText.shown(entry.key)
        switch entry.node.value {
        case .table, .array:
            let suggestion = Spelling.nearest(
                to: entry.key, among: schema.sections.map(\.name) + ["profile"])
            // The last part of a section's name is nearer than anything else.
            let same = schema.sections.first { $0.lastName == entry.key }?.name
            report(
                entry.keyPlace, name, nil, "unknown section",
                suggestion: (same ?? suggestion).map {
                    $0 == "profile" ? "[[profile]]" : "[\($0)]"
                })
        default:
            let owner = schema.owner(of: entry.key)
            report(
                entry.keyPlace, nil, name, "this key is in no section",
                suggestion: owner.map { "[\($0.name)] \(entry.key)" })
        }
    }

    private mutating func refuseUnknown(_ entry: TOMLEntry, in section: SettingsSection) {
        var suggestion: String?
        // The right key in another section is a better suggestion than a similar one in this.
        if let owner = schema.owner(of: entry.key) {
            suggestion = "[\(owner.name)] \(entry.key)"
        } else {
            let parts = schema.parts(of: section).map(\.lastName)
            suggestion = Spelling.nearest(to: entry.key, among: section.keys.map(\.name) + parts)
        }
        report(
            entry.keyPlace, section.name, TOMLText.shown(entry.key), "unknown key",
            suggestion: suggestion)
    }

    mutating func report(
        _ place: TOMLPlace, _ section: String?, _ key: String?, _ reason: String,
        suggestion: String? = nil
    ) {
        problems.append(
            SettingsProblem(
                file: file, line: place.line, column: place.column, section: section, key: key,
                reason: reason, suggestion: suggestion))
    }

    /// Adds the problems that were found within a section.
    mutating func report(_ others: [SettingsProblem], within section: String) {
        problems += others.map {
            SettingsProblem(
                file: $0.file, line: $0.line, column: $0.column,
                section: [section, $0.section].compactMap(\.self).joined(separator: "."),
                key: $0.key, reason: $0.reason, suggestion: $0.suggestion)
        }
    }

    func place(_ place: TOMLPlace) -> SettingsPlace {
        SettingsPlace(file: file, line: place.line, column: place.column)
    }
}
