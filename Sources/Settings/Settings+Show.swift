extension Settings {
    /// The settings in force as TOML, each with its origin in a comment: `FILE:LINE` or `default`.
    /// Without `all`, only those in the file.
    public func show(all: Bool) -> String {
        (schema.sections.map { show($0, all) } + profiles.map(show))
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    private func show(_ profile: Profile) -> String {
        let form = ValueForm<[WindowPattern]>.windowPatterns(such: "")
        let patterns = [
            ("class", profile.classes), ("title", profile.titles), ("program", profile.programs),
        ]
        var lines = [
            Line("name = \(TOMLText.string(profile.name))", profile.overrides.origin("name"))
        ]
        for (key, patterns) in patterns {
            guard case .line(let value) = form.write(patterns) else { continue }
            lines.append(Line("\(key) = \(value)", profile.overrides.origin(key)))
        }
        let sections = schema.sections.map { profile.overrides.show($0, false, within: "profile.") }
        return (["[[profile]]\n" + align(lines)] + sections.filter { !$0.isEmpty })
            .joined(separator: "\n")
    }

    private func show(
        _ section: SettingsSection, _ all: Bool, within outer: String = ""
    ) -> String {
        var lines: [Line] = []
        var tables = ""
        for key in section.keys {
            let name = "\(section.name).\(key.name)"
            guard all || places[name] != nil else { continue }
            switch key.write(self) {
            case .line(let value):
                lines.append(Line("\(key.name) = \(value)", origin(name)))
            case .table(let entries) where !entries.isEmpty:
                tables += "\n[\(outer)\(name)]\n"
                tables += align(
                    entries.map {
                        Line(
                            "\(TOMLText.key($0.key)) = \($0.value)",
                            origin("\(name).\($0.key)"))
                    })
            case .table:
                break
            case nil:
                lines.append(Line("# \(key.name) is \(key.absence)", origin(name)))
            }
        }
        if lines.isEmpty { return String(tables.drop { $0 == "\n" }) }
        return "[\(outer)\(section.name)]\n" + align(lines) + tables
    }

    private struct Line {
        let text: String
        let origin: String

        init(_ text: String, _ origin: String) {
            self.text = text
            self.origin = origin
        }
    }

    private func origin(_ name: String) -> String {
        guard let place = place(of: name) else { return "default" }
        // A file's name may contain anything, even a line break.
        return "\(TOMLText.escaped(place.file, quotes: false)):\(place.line)"
    }

    private func align(_ lines: [Line]) -> String {
        let width = lines.map(\.text.count).filter { $0 <= 50 }.max() ?? 0
        return lines.map { line in
            let gap = String(repeating: " ", count: max(0, width - line.text.count) + 2)
            return "\(line.text)\(gap)# \(line.origin)\n"
        }.joined()
    }
}
