extension ValueForm<[String]> {
    /// Names, in an order that matters, each once.
    public static func strings(such example: String) -> ValueForm {
        list(such: example, allowsRepetition: false)
    }

    /// The arguments of a command.
    public static func arguments(such example: String) -> ValueForm {
        list(such: example, allowsRepetition: true)
    }

    /// Some of these words, each once.
    public static func names(_ words: [String]) -> ValueForm {
        list(such: words[0], allowsRepetition: false, of: .word(words))
    }

    private static func list(
        such example: String, allowsRepetition: Bool, of form: ValueForm<String>? = nil
    ) -> ValueForm {
        let form = form ?? .string(such: example)
        return ValueForm(
            read: { node, reading in
                guard case .array(let nodes) = node.value else {
                    var suggestion: String?
                    if case .string(let text) = node.value {
                        suggestion = "[\(TOMLText.string(text))]"
                    }
                    reading.refuse(
                        node, expected: "an array of strings such as [\(TOMLText.string(example))]",
                        suggestion: suggestion)
                    return nil
                }
                var names: [String] = []
                for (index, node) in nodes.enumerated() {
                    reading.note(part: "[\(index)]", at: node.place)
                    guard let name = form.read(node, &reading) else { continue }
                    if !allowsRepetition, names.contains(name) {
                        reading.refuse(node, "\(reading.quoted(name)) is there twice")
                    } else {
                        names.append(name)
                    }
                }
                return reading.mismatches.isEmpty ? names : nil
            },
            write: { names in
                .line("[\(names.map { TOMLText.string($0) }.joined(separator: ", "))]")
            },
            schema: .array(of: form.schema, isSet: !allowsRepetition))
    }
}

extension ValueForm<[String: String]> {
    /// A table with another part's own keys, and values of any simple type as text.
    public static func options(such example: String) -> ValueForm {
        ValueForm(
            read: { node, reading in
                guard case .table(let entries) = node.value else {
                    reading.refuse(node, expected: "a table such as { \(example) }")
                    return nil
                }
                var options: [String: String] = [:]
                for entry in entries {
                    reading.note(part: ".\(entry.key)", at: entry.node.place)
                    options[entry.key] = optionText(entry, &reading)
                }
                return reading.mismatches.isEmpty ? options : nil
            },
            write: { options in
                .table(
                    options.sorted { $0.key < $1.key }.map { key, text in
                        WrittenValue.Entry(key: key, value: optionValue(text))
                    })
            },
            example: example, isTable: true,
            schema: .table(
                ofAny: .object(["type": .strings(["string", "number", "boolean"])])),
            join: joined)
    }

    /// Of two entries with the same key, the first applies.
    static func joined(
        _ first: [String: String], _ second: [String: String]
    ) -> [String: String] {
        first.merging(second) { first, _ in first }
    }

    private static func optionText(_ entry: TOMLEntry, _ reading: inout ValueReading) -> String? {
        let part = TOMLText.shown(entry.key)
        switch entry.node.value {
        case .string(let text):
            return ValueForm<String>.checked(text, part: part, entry.node, &reading)
        case .integer(let number):
            return "\(number)"
        case .float(let number) where number.isFinite:
            return "\(number)"
        case .boolean(let value):
            return "\(value)"
        case .float, .date, .array, .table:
            reading.refuse(entry.node, part: part, expected: "a string, a number or a boolean")
            return nil
        }
    }

    /// A value that is written without quotes only if it reads back as the same text.
    private static func optionValue(_ text: String) -> String {
        if text == "true" || text == "false" { return text }
        if let number = Int64(text), "\(number)" == text { return text }
        return TOMLText.string(text)
    }
}
