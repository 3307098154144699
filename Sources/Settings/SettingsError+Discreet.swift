extension SettingsError {
    /// Like `description`, but without anything that the user wrote: for bug reports. Names of keys
    /// and sections stay if they are the program's own.
    public func discreetDescription(_ schema: SettingsSchema) -> String {
        SettingsError(problems.map { $0.discreet(schema) }).description
    }
}

extension SettingsProblem {
    fileprivate func discreet(_ schema: SettingsSchema) -> SettingsProblem {
        let owner = section.flatMap { schema.section(named: $0) }
        let isKnown = owner?.keys.contains { $0.name == key } ?? false
        return SettingsProblem(
            file: file, line: line, column: column,
            section: section.map { owner == nil ? "…" : $0 },
            key: key.map { isKnown ? $0 : "…" }, reason: Self.withoutQuotations(reason))
    }

    /// Removes the text between quotation marks.
    private static func withoutQuotations(_ text: String) -> String {
        var result = ""
        var closing: Character?
        for character in text {
            if let awaited = closing {
                guard character == awaited else { continue }
                closing = nil
                result += "…"
            } else if character == "\"" || character == "“" {
                closing = character == "“" ? "”" : "\""
            }
            result.append(character)
        }
        return result
    }
}
