/// Values in TOML, and in messages.
enum TOMLText {
    /// A basic string: quotes, backslashes and control characters are escaped.
    static func string(_ value: String) -> String {
        "\"\(escaped(value, quotes: true))\""
    }

    /// A key: bare if TOML allows it.
    static func key(_ key: String) -> String {
        isBare(key) ? key : string(key)
    }

    /// A key for a message: on one line, and short.
    static func shown(_ key: String) -> String {
        isBare(key) && key.utf8.count <= longest ? key : shortened(key)
    }

    /// The value that was found, for a message: `the string "8"`.
    static func describe(_ value: TOMLNode.Value) -> String {
        switch value {
        case .table: "a table"
        case .array: "an array"
        case .string(let string): "the string \(shortened(string))"
        case .integer(let integer): "the integer \(integer)"
        case .float(let float): "the number \(float)"
        case .boolean(let boolean): "the boolean \(boolean)"
        case .date: "a date or time"
        }
    }

    /// A value for a message, as the user gave it to a command.
    static func quoted(_ value: TOMLNode.Value) -> String {
        switch value {
        case .string(let string): "“\(start(string, quotes: false))”"
        case .integer(let integer): "“\(integer)”"
        case .boolean(let boolean): "“\(boolean)”"
        default: describe(value)
        }
    }

    /// The longest text that a message quotes in full, in bytes and in scalars.
    private static let longest = 60

    /// A text for a message: in quotes, and short.
    static func shortened(_ text: String) -> String { "\"\(start(text, quotes: true))\"" }

    /// The text if it is short, or else its beginning; escaped.
    private static func start(_ text: String, quotes: Bool) -> String {
        guard text.unicodeScalars.count > longest else { return escaped(text, quotes: quotes) }
        let start = String(String.UnicodeScalarView(text.unicodeScalars.prefix(longest - 10)))
        return escaped(start, quotes: quotes) + "…"
    }

    private static func isBare(_ key: String) -> Bool {
        !key.isEmpty
            && key.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"):
                    true
                default: false
                }
            }
    }

    /// Keeps every visible scalar; control characters and bidirectional overrides, which could
    /// deceive a reader of the message, are escaped.
    static func escaped(_ text: String, quotes: Bool) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"" where quotes, "\\" where quotes: result += "\\\(scalar)"
            case "\n": result += "\\n"
            case "\t": result += "\\t"
            case "\r": result += "\\r"
            case _ where isInvisible(scalar):
                let digits = String(scalar.value, radix: 16, uppercase: true)
                let isLong = scalar.value > 0xFFFF
                result += isLong ? "\\U" : "\\u"
                result += String(repeating: "0", count: (isLong ? 8 : 4) - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    private static func isInvisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        // Joiners are part of words in some scripts, and of emoji.
        case .format: scalar != "\u{200C}" && scalar != "\u{200D}"
        default: false
        }
    }
}
