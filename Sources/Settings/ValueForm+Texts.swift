import Problems

extension ValueForm<[String: String]> {
    /// A table of words or phrases and the text for each, which may be empty.
    public static func texts(such example: String) -> ValueForm {
        ValueForm(
            read: { node, reading in
                guard case .table(let entries) = node.value else {
                    reading.refuse(node, expected: "a table such as { \(example) }")
                    return nil
                }
                var texts: [String: String] = [:]
                for entry in entries {
                    let part = TOMLText.shown(entry.key)
                    reading.note(part: ".\(entry.key)", at: entry.node.place)
                    if isBlank(entry.key) {
                        reading.refuse(entry.node, part: part, "there is no word to say")
                    } else if case .string(let text) = entry.node.value {
                        texts[entry.key] = text
                    } else {
                        reading.refuse(entry.node, part: part, expected: "a string")
                    }
                }
                return reading.mismatches.isEmpty ? texts : nil
            },
            write: { texts in
                .table(
                    texts.sorted { $0.key < $1.key }.map {
                        WrittenValue.Entry(key: $0.key, value: TOMLText.string($0.value))
                    })
            },
            example: example, isTable: true, schema: .table(ofAny: .text), join: joined)
    }

    static func isBlank(_ text: String) -> Bool {
        text.allSatisfy(\.isWhitespace)
    }
}

extension ValueForm<[Settings.Replacement]> {
    /// Rules, each with `say` or `pattern`, `write`, and optionally `exact`.
    static var replacements: ValueForm {
        ValueForm(
            read: { node, reading in
                guard case .array(let nodes) = node.value else {
                    reading.refuse(node, expected: "rules such as [[text.replace]]")
                    return nil
                }
                var rules: [Settings.Replacement] = []
                for (number, node) in nodes.enumerated() {
                    let name = "[\(number)]"
                    reading.note(part: name, at: node.place)
                    guard case .table(let entries) = node.value else {
                        reading.refuse(
                            node, expected: #"a rule such as { say = "jason", write = "JSON" }"#)
                        continue
                    }
                    if let rule = rule(entries, name, node, &reading) { rules.append(rule) }
                }
                return reading.mismatches.isEmpty ? rules : nil
            },
            write: { rules in .line("[\(rules.map(written).joined(separator: ", "))]") },
            schema: .array(
                of: SchemaValue.table(
                    .object([
                        "say": SchemaValue.someText, "pattern": SchemaValue.someText,
                        "write": SchemaValue.text, "exact": SchemaValue.flag,
                    ]), required: ["write"]
                )
                .adding(
                    "oneOf",
                    .array([
                        .object(["required": .strings(["say"])]),
                        .object(["required": .strings(["pattern"])]),
                    ]))),
            // Of two rules for one phrase, the later one applies.
            join: { profile, general in general + profile })
    }

    private static func rule(
        _ entries: [TOMLEntry], _ name: String, _ node: TOMLNode, _ reading: inout ValueReading
    ) -> Settings.Replacement? {
        var subjects: [Settings.Replacement.Subject] = []
        var (write, exact): (String?, Bool?)
        for entry in entries {
            let part = TOMLText.shown(entry.key)
            reading.note(part: "\(name).\(entry.key)", at: entry.node.place)
            switch (entry.key, entry.node.value) {
            case ("say", .string(let text)), ("pattern", .string(let text)):
                if ValueForm<[String: String]>.isBlank(text) {
                    reading.refuse(entry.node, "must not be empty")
                }
                subjects.append(entry.key == "say" ? .say(text) : .pattern(text))
            case ("write", .string(let text)): write = text
            case ("exact", .boolean(let value)): exact = value
            case ("say", _), ("pattern", _), ("write", _):
                reading.refuse(entry.node, part: part, expected: "a string")
            case ("exact", _):
                reading.refuse(entry.node, part: part, expected: "true or false")
            default:
                let known = ["say", "pattern", "write", "exact"]
                reading.refuse(
                    entry.node, part: part, "unknown key",
                    suggestion: Spelling.nearest(to: entry.key, among: known))
            }
        }
        guard reading.mismatches.isEmpty else { return nil }
        guard let subject = subjects.first, subjects.count == 1 else {
            reading.refuse(node, "a rule needs either “say” or “pattern”")
            return nil
        }
        guard let write else {
            reading.refuse(node, "a rule needs “write”")
            return nil
        }
        return Settings.Replacement(subject: subject, write: write, exact: exact)
    }

    private static func written(_ rule: Settings.Replacement) -> String {
        var parts =
            switch rule.subject {
            case .say(let text): ["say = \(TOMLText.string(text))"]
            case .pattern(let text): ["pattern = \(TOMLText.string(text))"]
            }
        parts.append("write = \(TOMLText.string(rule.write))")
        if let exact = rule.exact { parts.append("exact = \(exact)") }
        return "{ \(parts.joined(separator: ", ")) }"
    }
}
