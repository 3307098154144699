import Problems

/// The sections that a configuration file may have, in the order of the template. Engines add
/// theirs: this module doesn't know them.
public struct SettingsSchema: Sendable {
    let sections: [SettingsSection]

    /// - Parameter engines: the sections of the engines, each within `[recognizer]`.
    public init(engines: [any SettingsKeys.Type]) {
        sections =
            [
                SettingsSection(Settings.Hotkey.self), SettingsSection(Settings.Audio.self),
                SettingsSection(Settings.Recognizer.self),
            ] + engines.map { SettingsSection($0) } + [
                SettingsSection(Settings.Text.self), SettingsSection(Settings.Cleanup.self),
                SettingsSection(Settings.Output.self), SettingsSection(Settings.Overlay.self),
                SettingsSection(Settings.Announce.self), SettingsSection(Settings.Wake.self),
                SettingsSection(Settings.History.self), SettingsSection(Settings.Models.self),
            ]
    }

    /// Without engines.
    public static let general = SettingsSchema(engines: [])

    /// The section with a full name: `audio` or `text.cleanup`.
    func section(named name: String) -> SettingsSection? {
        sections.first { $0.name == name }
    }

    /// The sections that are directly within another.
    func parts(of section: SettingsSection) -> [SettingsSection] {
        sections.filter { $0.outer == section.name }
    }

    /// The first section with a key of that name.
    func owner(of key: String) -> SettingsSection? {
        sections.first { $0.keys.contains { $0.name == key } }
    }

    /// A name for messages, such as `text.cleanup.command`, split into the section or table that
    /// the key is in, and the rest.
    func split(_ name: String) -> (section: String?, key: String) {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        for count in stride(from: parts.count - 1, to: 0, by: -1) {
            let head = parts[..<count].joined(separator: ".")
            let isTable = sections.contains { section in
                section.keys.contains { $0.isTable && "\(section.name).\($0.name)" == head }
            }
            guard count == 1 || isTable || section(named: head) != nil else { continue }
            return (head, parts[count...].joined(separator: "."))
        }
        return (nil, name)
    }
}
