extension SettingsSchema {
    /// A JSON schema (draft 7) of the configuration file, for editors that complete and check TOML
    /// with it. It has the same rules as `utter config check`, except for names that only the parts
    /// know.
    public var json: String {
        SchemaValue.object([
            "$schema": .string("http://json-schema.org/draft-07/schema#"),
            "title": .string("The configuration of utter"),
            "type": .string("object"),
            "properties": properties(of: sections.filter { $0.outer == nil }, hasDefaults: true)
                .adding("profile", .array(of: profileSchema)),
            "additionalProperties": .boolean(false),
        ]).written() + "\n"
    }

    private func properties(
        of sections: [SettingsSection], hasDefaults: Bool
    ) -> SchemaValue {
        .object(
            sections.map { section in
                SchemaValue.Member(name: section.lastName, value: table(section, hasDefaults))
            })
    }

    private func table(_ section: SettingsSection, _ hasDefaults: Bool) -> SchemaValue {
        let defaults = Settings(self)
        let keys = section.keys.map { key in
            var value = key.schema.adding("description", .string(key.documentation))
            // Simple values are written in the same way in TOML and JSON.
            if hasDefaults, case .line(let text) = key.write(defaults), !text.contains("{") {
                value = value.adding("default", .text(text))
            }
            return SchemaValue.Member(name: key.name, value: value)
        }
        let inner = properties(of: parts(of: section), hasDefaults: hasDefaults)
        guard case .object(let parts) = inner else { return .anything }
        return SchemaValue.table(.object(keys + parts))
            .adding("description", .string(section.documentation))
    }

    private var profileSchema: SchemaValue {
        let patterns = ValueForm<[WindowPattern]>.windowPatterns(such: "xterm").schema
        let own = SchemaValue.object([
            "name": SchemaValue.someText, "class": patterns, "title": patterns,
            "program": patterns,
        ])
        let sections = sections.filter { Settings.Profile.sections.contains($0.name) }
        guard case .object(let names) = own,
            case .object(let parts) = properties(of: sections, hasDefaults: false)
        else { return .anything }
        return .table(.object(names + parts), required: ["name"])
    }
}
