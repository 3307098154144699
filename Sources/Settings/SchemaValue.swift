/// JSON to be written, in the given order: a part of the schema for editors.
indirect enum SchemaValue: Sendable {
    case string(String)
    case integer(Int)
    case boolean(Bool)
    case array([SchemaValue])
    case object([Member])
    /// Text that is JSON already.
    case text(String)

    struct Member: Sendable {
        let name: String
        let value: SchemaValue
    }

    /// Any value.
    static let anything = SchemaValue.object([])

    static func object(_ members: KeyValuePairs<String, SchemaValue>) -> SchemaValue {
        .object(members.map { Member(name: $0.key, value: $0.value) })
    }

    static func strings(_ texts: [String]) -> SchemaValue { .array(texts.map(SchemaValue.string)) }

    /// An object with another member at its end.
    func adding(_ name: String, _ value: SchemaValue?) -> SchemaValue {
        guard case .object(let members) = self, let value else { return self }
        return .object(members + [Member(name: name, value: value)])
    }

    /// The words of an enumeration, or of a boolean.
    var words: [String] {
        guard case .object(let members) = self else { return [] }
        for member in members {
            switch (member.name, member.value) {
            case ("enum", .array(let values)):
                return values.compactMap { if case .string(let word) = $0 { word } else { nil } }
            case ("type", .string("boolean")): return ["true", "false"]
            default: break
            }
        }
        return []
    }

    /// The JSON on several lines.
    func written(indent: String = "") -> String {
        let deeper = indent + "  "
        switch self {
        case .string(let text): return Self.quoted(text)
        case .integer(let number): return "\(number)"
        case .boolean(let value): return "\(value)"
        case .text(let text): return text
        case .array(let values):
            return "[\(values.map { $0.written(indent: deeper) }.joined(separator: ", "))]"
        case .object(let members):
            if members.isEmpty { return "{}" }
            let lines = members.map {
                "\(deeper)\(Self.quoted($0.name)): \($0.value.written(indent: deeper))"
            }
            return "{\n\(lines.joined(separator: ",\n"))\n\(indent)}"
        }
    }

    /// A JSON string (RFC 8259): quotes, backslashes and control characters are escaped.
    private static func quoted(_ text: String) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"", "\\": result += "\\\(scalar)"
            case "\n": result += "\\n"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

// Common forms of values in schemas.

extension SchemaValue {
    static let someText = SchemaValue.object(["type": .string("string"), "minLength": .integer(1)])
    static let text = SchemaValue.object(["type": .string("string")])
    static let flag = SchemaValue.object(["type": .string("boolean")])

    static func array(of items: SchemaValue, isSet: Bool = false) -> SchemaValue {
        let array = SchemaValue.object(["type": .string("array"), "items": items])
        return isSet ? array.adding("uniqueItems", .boolean(true)) : array
    }

    /// An object with only these keys.
    static func table(
        _ properties: SchemaValue, required: [String] = []
    ) -> SchemaValue {
        object([
            "type": .string("object"), "properties": properties,
            "additionalProperties": .boolean(false),
        ]).adding("required", required.isEmpty ? nil : .strings(required))
    }

    /// An object with any keys and such values.
    static func table(ofAny values: SchemaValue) -> SchemaValue {
        object(["type": .string("object"), "additionalProperties": values])
    }
}
