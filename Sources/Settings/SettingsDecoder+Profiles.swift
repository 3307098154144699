import Dictation
import Problems

// [[profile]]: a name, patterns for windows, and keys of the sections that a profile may have.

extension SettingsDecoder {
    mutating func decodeProfiles(_ entry: TOMLEntry) {
        guard case .array(let nodes) = entry.node.value else {
            return report(
                entry.keyPlace, "profile", nil, "expected profiles, each a table",
                suggestion: "[[profile]]")
        }
        for node in nodes {
            guard case .table(let entries) = node.value else {
                let found = TOMLText.describe(node.value)
                report(node.place, "profile", nil, "expected a table, found \(found)")
                continue
            }
            decodeProfile(entries, node)
        }
    }

    private mutating func decodeProfile(_ entries: [TOMLEntry], _ node: TOMLNode) {
        var profile = Settings.Profile(name: "", overrides: Settings(schema))
        var inner = SettingsDecoder(
            schema: schema, file: file, home: home, directory: directory)
        var hasName = false
        for entry in entries {
            switch entry.key {
            case "name":
                hasName = true
                profile.name = read(.string(such: "mail"), entry, &inner) ?? ""
                if !profileNames.insert(profile.name).inserted {
                    let name = TOMLText.shortened(profile.name)
                    report(entry.node.place, "profile", "name", "\(name) is there twice")
                }
            case "class":
                profile.classes = read(.windowPatterns(such: "xterm"), entry, &inner) ?? []
            case "title":
                profile.titles = read(.windowPatterns(such: "*- Mail"), entry, &inner) ?? []
            case "program":
                profile.programs = read(.windowPatterns(such: "code"), entry, &inner) ?? []
            default:
                decodeSection(entry, &inner)
            }
        }
        report(inner.problems, within: "profile")
        if !hasName {
            report(node.place, "profile", nil, "a profile needs a name, such as name = \"mail\"")
        }
        profile.overrides = inner.settings
        settings.profiles.append(profile)
    }

    private mutating func decodeSection(_ entry: TOMLEntry, _ inner: inout SettingsDecoder) {
        let sections = Settings.Profile.sections
        if let section = schema.section(named: entry.key) {
            if sections.contains(section.name) { return inner.decode(section, entry) }
            return report(
                entry.keyPlace, "profile", section.name,
                "a profile may have keys of \(sections.joined(separator: ", ")) only")
        }
        var suggestion = Spelling.nearest(
            to: entry.key, among: Settings.Profile.keys + sections)
        if suggestion == nil {
            let owner = schema.sections.first {
                sections.contains($0.name) && $0.keys.contains { $0.name == entry.key }
            }
            suggestion = owner.map { "\($0.name).\(entry.key)" }
        }
        report(
            entry.keyPlace, "profile", TOMLText.shown(entry.key), "unknown key",
            suggestion: suggestion)
    }

    /// Reads a key of the profile itself.
    private mutating func read<Value>(
        _ form: ValueForm<Value>, _ entry: TOMLEntry, _ inner: inout SettingsDecoder
    ) -> Value? {
        var reading = ValueReading(home: home, directory: directory)
        let value = form.read(entry.node, &reading)
        inner.settings.places[entry.key] = place(entry.node.place)
        for mismatch in reading.mismatches {
            report(
                mismatch.place, "profile", entry.key, mismatch.reason,
                suggestion: mismatch.suggestion)
        }
        return value
    }

    /// Reports hotkeys that name a profile which doesn't exist.
    mutating func checkChosenProfiles() {
        let names = settings.profiles.map(\.name)
        for (index, binding) in settings.hotkey.binding.enumerated() {
            guard let name = binding.choice.profile, !names.contains(name) else { continue }
            let place = settings.place(of: "hotkey.binding[\(index)].profile")
            let reason = "there is no profile \(TOMLText.shortened(name))"
            report(
                TOMLPlace(line: place?.line ?? 1, column: place?.column ?? 1), "hotkey.binding",
                "profile", reason, suggestion: Spelling.nearest(to: name, among: names))
        }
    }
}

extension Settings.Profile {
    /// A profile's own keys, besides the sections.
    static let keys = ["name", "class", "title", "program"]
}

extension ValueForm<[WindowPattern]> {
    /// One pattern, or an array of them.
    static func windowPatterns(such example: String) -> ValueForm {
        let one = ValueForm<String>.string(such: example)
        let several = ValueForm<[String]>.strings(such: example)
        return ValueForm(
            read: { node, reading in
                if case .array = node.value {
                    return several.read(node, &reading)?.map(WindowPattern.init)
                }
                return one.read(node, &reading).map { [WindowPattern($0)] }
            },
            write: { $0.isEmpty ? nil : several.write($0.map(\.text)) },
            schema: .object(["anyOf": .array([one.schema, several.schema])]))
    }
}
