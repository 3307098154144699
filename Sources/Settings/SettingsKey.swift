/// A key of a section, declared once: its name, default, form and documentation. Reading, `show`,
/// the template, the JSON schema and the suggestions use it, and ``SettingsValues`` makes its value
/// available under the name of the property that holds it.
///
///     public let silenceLimit = SettingsKey<Duration>(
///         "silence_limit", .seconds(8), .duration(.zero ... .seconds(3600)),
///         """
///         Dictation stops after this time without speech, from "0s" (never) to "1h".
///         """)
///
/// In the section `audio` its value is `settings.audio.silenceLimit`.
public struct SettingsKey<Value: Hashable & Sendable>: Sendable {
    /// The name in the file.
    let name: String
    let initial: Value
    let form: ValueForm<Value>
    /// One or more lines that fit after `# `.
    let documentation: String

    /// - Parameters:
    ///   - name: the name in the file.
    ///   - initial: the default.
    ///   - form: the form of its values.
    ///   - documentation: for the user, in lines of the template.
    public init(
        _ name: String, _ initial: Value, _ form: ValueForm<Value>, _ documentation: String
    ) {
        (self.name, self.initial, self.form) = (name, initial, form)
        self.documentation = documentation
    }
}

/// The declarations of a section: a property for each key, in the order of the template.
public protocol SettingsKeys: Sendable {
    /// The section's name: `audio`, or `text.cleanup` for a section within another.
    static var section: String { get }
    /// Its purpose, in one line.
    static var documentation: String { get }
    static var declared: Self { get }
}

/// The values of a section, under the names of its keys' properties. A new value has the defaults.
@dynamicMemberLookup
public struct SettingsValues<Keys: SettingsKeys>: Hashable, Sendable {
    /// By the names of keys, without defaults.
    var stored: [String: StoredValue] = [:]

    /// The defaults.
    public init() {}

    init(_ stored: [String: StoredValue]) { self.stored = stored }

    public subscript<Value>(dynamicMember key: KeyPath<Keys, SettingsKey<Value>>) -> Value {
        get { self[Keys.declared[keyPath: key]] }
        set { self[Keys.declared[keyPath: key]] = newValue }
    }

    subscript<Value>(_ key: SettingsKey<Value>) -> Value {
        get { stored[key.name]?.value as? Value ?? key.initial }
        set { stored[key.name] = newValue == key.initial ? nil : StoredValue(value: newValue) }
    }
}

/// A value of any key's type.
struct StoredValue: Hashable, Sendable {
    let value: any Hashable & Sendable

    static func == (left: StoredValue, right: StoredValue) -> Bool {
        AnyHashable(left.value) == AnyHashable(right.value)
    }

    func hash(into hasher: inout Hasher) { value.hash(into: &hasher) }
}
