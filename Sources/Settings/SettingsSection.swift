import Synchronization

/// A section of the file: `[name]`. A section within another, `[text.cleanup]`, comes after it in
/// the schema.
struct SettingsSection: Sendable {
    let name: String
    /// One line.
    let documentation: String
    private let declared: DeclaredKeys

    var keys: [SectionKey] { declared.keys }

    /// The name without the enclosing section's.
    var lastName: String { String(name.split(separator: ".").last ?? "") }

    /// The enclosing section; nil for a section at the top level.
    var outer: String? {
        name.lastIndex(of: ".").map { String(name[..<$0]) }
    }

    /// The section at the top level that it belongs to, or the section itself.
    var family: String { String(name.prefix { $0 != "." }) }

    init<Keys: SettingsKeys>(_ keys: Keys.Type) {
        name = Keys.section
        documentation = Keys.documentation
        declared = DeclaredKeys {
            Mirror(reflecting: Keys.declared).children.compactMap { _, property in
                (property as? any DeclaredKey)?.key(of: Keys.self)
            }
        }
    }
}

/// The keys of a section, found when they are first asked for: it takes as long as all else that
/// reads a file, and most files have few sections.
private final class DeclaredKeys: Sendable {
    private let found = Mutex<[SectionKey]?>(nil)
    private let find: @Sendable () -> [SectionKey]

    init(_ find: @escaping @Sendable () -> [SectionKey]) {
        self.find = find
    }

    var keys: [SectionKey] {
        found.withLock { found in
            if let found { return found }
            let keys = find()
            found = keys
            return keys
        }
    }
}

/// A key with any type of value.
private protocol DeclaredKey {
    func key<Keys: SettingsKeys>(of keys: Keys.Type) -> SectionKey
}

extension SettingsKey: DeclaredKey {
    fileprivate func key<Keys: SettingsKeys>(of keys: Keys.Type) -> SectionKey {
        SectionKey(self, keys)
    }
}

/// A key of a section, with any type of value.
struct SectionKey: Sendable {
    let name: String
    /// One or more lines that fit after `# `.
    let documentation: String
    /// A value for the template if there is no default.
    let example: String?
    /// Whether the value is a separate table: `[section.name]`.
    let isTable: Bool
    /// The default in words: what applies without a value.
    let absence: String
    /// The schema of the value, for editors.
    let schema: SchemaValue
    /// Reads the value into the settings; doesn't change them if it reports a mismatch.
    let read: @Sendable (TOMLNode, inout Settings, inout ValueReading) -> Void
    /// The value in TOML; nil if there is none.
    let write: @Sendable (Settings) -> WrittenValue?
    /// Copies the value of a profile (the first settings) to the second ones; tables and rules are
    /// joined with theirs.
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
    /// The entries of a separate table: keys as they are in memory, values in TOML.
    case table([Entry])

    struct Entry: Equatable {
        let key: String
        let value: String
    }
}
