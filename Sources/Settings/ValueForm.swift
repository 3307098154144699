import Problems

/// The form of a key's values: how they are read, checked and written.
public struct ValueForm<Value>: Sendable {
    /// Returns nil after refusing the value.
    let read: @Sendable (TOMLNode, inout ValueReading) -> Value?
    /// Returns nil for no value.
    let write: @Sendable (Value) -> WrittenValue?
    var example: String?
    var isTable = false
    /// The default in words, for `show`.
    var absence = "none"
    /// The schema of the value, for editors.
    var schema = SchemaValue.anything
    /// Combines a profile's value with the general one.
    var join: @Sendable (_ profile: Value, _ general: Value) -> Value = { profile, _ in profile }
}

extension ValueForm {
    /// A value that may be missing, with no value as the default.
    ///
    /// - Parameters:
    ///   - example: a value in the form of the file.
    ///   - absence: what applies without a value.
    public static func optional<Wrapped>(
        _ form: ValueForm<Wrapped>, such example: String, else absence: String
    ) -> ValueForm where Value == Wrapped?, Wrapped: Sendable {
        ValueForm(
            read: { node, reading in form.read(node, &reading).map(Optional.some) },
            write: { $0.flatMap(form.write) },
            example: example, absence: absence, schema: form.schema)
    }
}

extension ValueForm<Bool> {
    public static let boolean = ValueForm(
        read: { node, reading in
            if case .boolean(let value) = node.value { return value }
            var suggestion: String?
            if case .string(let text) = node.value {
                suggestion = ["true", "false"].first { $0 == text.lowercased() }
            }
            reading.refuse(node, expected: "true or false", suggestion: suggestion)
            return nil
        },
        write: { .line($0 ? "true" : "false") },
        schema: .flag)
}

extension ValueForm<Int> {
    public static func integer(_ range: ClosedRange<Int>) -> ValueForm {
        let limits = "from \(range.lowerBound) to \(range.upperBound)"
        return ValueForm(
            read: { node, reading in
                guard case .integer(let number) = node.value else {
                    var suggestion: String?
                    if case .string(let text) = node.value, let number = Int(text),
                        range.contains(number)
                    {
                        suggestion = "\(number)"
                    }
                    reading.refuse(
                        node, expected: "a whole number \(limits)", suggestion: suggestion)
                    return nil
                }
                guard let value = Int(exactly: number), range.contains(value) else {
                    reading.refuse(node, "\(number) is out of range: \(limits)")
                    return nil
                }
                return value
            },
            write: { .line("\($0)") },
            schema: .object([
                "type": .string("integer"), "minimum": .integer(range.lowerBound),
                "maximum": .integer(range.upperBound),
            ]))
    }
}

extension ValueForm<String> {
    /// A string that isn't empty. Control characters are refused: the strings are used in messages
    /// and by C libraries, where a NUL would end them.
    public static func string(such example: String) -> ValueForm {
        ValueForm(
            read: { node, reading in
                guard case .string(let text) = node.value else {
                    reading.refuse(node, expected: "a string such as \(TOMLText.string(example))")
                    return nil
                }
                return checked(text, node, &reading)
            },
            write: { .line(TOMLText.string($0)) },
            schema: .someText)
    }

    /// Like `string`, but with line breaks allowed: it is used in no message.
    public static func text(such example: String) -> ValueForm {
        ValueForm(
            read: { node, reading in
                guard case .string(let text) = node.value else {
                    reading.refuse(node, expected: "a string such as \(TOMLText.string(example))")
                    return nil
                }
                let lines = text.split(whereSeparator: \.isNewline).joined(separator: " ")
                return checked(lines, node, &reading) == nil ? nil : text
            },
            write: { .line(TOMLText.string($0)) },
            schema: .object(["type": .string("string"), "minLength": .integer(1)]))
    }

    /// The text, unless it is empty or has control characters.
    static func checked(
        _ text: String, part: String? = nil, _ node: TOMLNode, _ reading: inout ValueReading
    ) -> String? {
        let controls = text.unicodeScalars.filter { $0.properties.generalCategory == .control }
        if text.isEmpty {
            reading.refuse(node, part: part, "must not be empty")
        } else if !controls.isEmpty {
            let found = TOMLText.describe(node.value)
            reading.refuse(node, part: part, "control characters in \(found)")
        } else {
            return text
        }
        return nil
    }
}

extension ValueForm {
    /// One of some words. Each value has one word.
    public static func choice(_ choices: [(word: String, value: Value)]) -> ValueForm
    where Value: Equatable & Sendable {
        ValueForm(
            read: { node, reading in
                var suggestion: String?
                if case .string(let text) = node.value {
                    if let choice = choices.first(where: { $0.word == text }) {
                        return choice.value
                    }
                    suggestion = Spelling.nearest(to: text, among: choices.map(\.word))
                }
                let words = choices.map { reading.written($0.word) }
                reading.refuse(
                    node, expected: words.joined(separator: " or "), suggestion: suggestion)
                return nil
            },
            write: { value in
                choices.first { $0.value == value }.map { .line(TOMLText.string($0.word)) }
            },
            schema: .object(["enum": .strings(choices.map(\.word))]))
    }
}

extension ValueForm where Value: CaseIterable & RawRepresentable<String> & Hashable & Sendable {
    /// One of the cases, by its raw value.
    public static var anyCase: ValueForm { choice(Value.allCases.map { ($0.rawValue, $0) }) }
}

extension ValueForm<String> {
    /// One of some words, unchanged.
    public static func word(_ words: [String]) -> ValueForm {
        choice(words.map { ($0, $0) })
    }
}
