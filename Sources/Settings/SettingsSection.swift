/// A section of the file: `[name]`. One within another, `[text.cleanup]`, comes after it in the
/// schema.
struct SettingsSection: Sendable {
    let name: String
    /// One line.
    let documentation: String
    let keys: [SectionKey]

    /// Without that of the section that it is within.
    var lastName: String { String(name.split(separator: ".").last ?? "") }

    /// The section that it is within, or it itself.
    var family: String { String(name.prefix { $0 != "." }) }

    init<Keys: SettingsKeys>(_ keys: Keys.Type) {
        name = Keys.section
        documentation = Keys.documentation
        self.keys = Mirror(reflecting: Keys.declared).children.compactMap { _, property in
            (property as? any DeclaredKey)?.key(of: keys)
        }
    }
}

/// A key, whatever the type of its value.
private protocol DeclaredKey {
    func key<Keys: SettingsKeys>(of keys: Keys.Type) -> SectionKey
}

extension SettingsKey: DeclaredKey {
    fileprivate func key<Keys: SettingsKeys>(of keys: Keys.Type) -> SectionKey {
        SectionKey(self, keys)
    }
}

/// A key of a section, whatever the type of its value.
struct SectionKey: Sendable {
    let name: String
    /// One or more lines that fit behind `# `.
    let documentation: String
    /// A value to show where the default is to have none.
    let example: String?
    /// Whether the value is a table of its own: `[section.name]`.
    let isTable: Bool
    /// What holds where there is no value.
    let absence: String
    /// What the value may be, for editors.
    let schema: SchemaValue
    /// Reads the value into the settings; leaves them as they are where it reports a mismatch.
    let read: @Sendable (TOMLNode, inout Settings, inout ValueReading) -> Void
    /// The value in TOML; nil if there is none.
    let write: @Sendable (Settings) -> WrittenValue?
    /// Takes the value of a profile (the first settings) over into the second ones; tables and
    /// rules are joined with theirs.
    let overlay: @Sendable (Settings, inout Settings) -> Void

    init<Value, Keys: SettingsKeys>(_ key: SettingsKey<Value>, _ keys: Keys.Type) {
        let form = key.form
        name = key.name
        documentation = key.documentation
        example = form.example
        isTable = form.isTable
        absence = form.absence
        schema = form.schema
        read = { node, settings, reading in
            if let value = form.read(node, &reading) { settings[Keys.self][key] = value }
        }
        write = { form.write($0[Keys.self][key]) }
        overlay = { profile, settings in
            settings[Keys.self][key] = form.join(
                profile[Keys.self][key], settings[Keys.self][key])
        }
    }
}

/// A value in TOML.
enum WrittenValue: Equatable {
    case line(String)
    /// The entries of a table of its own: keys as they are in memory, values in TOML.
    case table([Entry])

    struct Entry: Equatable {
        let key: String
        let value: String
    }
}
