import Dictation
public import Problems

/// The user's settings, checked. A new value has the defaults.
///
/// The files in `Sections` declare the keys: name, form, default and documentation.
public struct Settings: Sendable {
    /// The sections that the file may have.
    public let schema: SettingsSchema

    public var hotkey: SettingsValues<Hotkey> {
        get { self[Hotkey.self] }
        set { self[Hotkey.self] = newValue }
    }
    public var audio: SettingsValues<Audio> {
        get { self[Audio.self] }
        set { self[Audio.self] = newValue }
    }
    public var recognizer: SettingsValues<Recognizer> {
        get { self[Recognizer.self] }
        set { self[Recognizer.self] = newValue }
    }
    public var text: SettingsValues<Text> {
        get { self[Text.self] }
        set { self[Text.self] = newValue }
    }
    public var cleanup: SettingsValues<Cleanup> {
        get { self[Cleanup.self] }
        set { self[Cleanup.self] = newValue }
    }
    public var output: SettingsValues<Output> {
        get { self[Output.self] }
        set { self[Output.self] = newValue }
    }
    public var overlay: SettingsValues<Overlay> {
        get { self[Overlay.self] }
        set { self[Overlay.self] = newValue }
    }
    public var announce: SettingsValues<Announce> {
        get { self[Announce.self] }
        set { self[Announce.self] = newValue }
    }
    public var wake: SettingsValues<Wake> {
        get { self[Wake.self] }
        set { self[Wake.self] = newValue }
    }
    public var history: SettingsValues<History> {
        get { self[History.self] }
        set { self[History.self] = newValue }
    }
    public var models: SettingsValues<Models> {
        get { self[Models.self] }
        set { self[Models.self] = newValue }
    }

    /// The values of a section.
    public subscript<Keys: SettingsKeys>(_ keys: Keys.Type) -> SettingsValues<Keys> {
        get { SettingsValues(sections[Keys.section] ?? [:]) }
        set { sections[Keys.section] = newValue.stored.isEmpty ? nil : newValue.stored }
    }

    /// Whether the values of a section and of those within it are equal to other settings'.
    public func agrees(with other: Settings, on section: String) -> Bool {
        func values(_ settings: Settings) -> [String: [String: StoredValue]] {
            settings.sections.filter { $0.key == section || $0.key.hasPrefix("\(section).") }
        }
        return values(self) == values(other)
    }

    /// The values that aren't defaults, by section and key.
    var sections: [String: [String: StoredValue]] = [:]

    /// In the order of the file; each has a unique name.
    public var profiles: [Profile] = []

    /// The file that these settings were read from; nil if there was none.
    public internal(set) var file: String?

    /// The place of each value in the file: `hotkey.dictate`, and for parts of a value
    /// `output.sinks[0]` and `text.snippets.hello`.
    var places: [String: SettingsPlace] = [:]

    /// The defaults.
    public init(_ schema: SettingsSchema = .general) {
        self.schema = schema
    }

    /// The place of a value in the file, by its key as in `hotkey.dictate`, `output.sinks[0]` or
    /// `text.snippets.hello`; nil if the value is the default.
    public func place(of key: String) -> SettingsPlace? {
        places[key]
    }

    /// A problem that only the part which uses a value can detect, such as the name of a key that
    /// no keyboard has: with the value's place, and a suggestion if one of `names` is similar to
    /// `value`. `key` as in `place(of:)`.
    public func problem(
        with key: String, reason: String, value: String = "", names: some Sequence<String> = []
    ) -> SettingsProblem {
        let place = place(of: key)
        let parts = schema.split(key)
        return SettingsProblem(
            file: place?.file ?? file ?? "default settings",
            line: place?.line, column: place?.column,
            section: parts.section, key: parts.key, reason: reason,
            suggestion: value.isEmpty ? nil : Spelling.nearest(to: value, among: names))
    }

    /// A part's problem with a value, with the value's place in the file. `key` as in `place(of:)`.
    public func error(with key: String, _ problem: Problem) -> SettingsError {
        SettingsError([self.problem(with: key, reason: problem.description)])
    }
}
