/// The names in an address book of vCards (RFC 6350, and the older 2.1 and 3.0).
public enum ContactCards {
    /// Whether a file begins as an address book does.
    public static func areIn(_ text: String) -> Bool {
        let first = text.split(maxSplits: 1, whereSeparator: \.isNewline).first ?? ""
        return first.uppercased().filter { !$0.isWhitespace }.hasSuffix("BEGIN:VCARD")
    }

    /// The names of people and organisations.
    public static func names(in text: String) -> [String] {
        var names: [String] = []
        var (hasName, full) = (false, [String]())
        for line in lines(of: text) {
            guard let (property, value) = property(line) else { continue }
            switch property {
            case "N":
                // The family's name, the person's, further ones; then titles.
                let parts = parts(of: value).prefix(3).filter { !$0.isEmpty }
                hasName = hasName || !parts.isEmpty
                names += parts
            case "FN": full += parts(of: value)
            case "NICKNAME", "ORG": names += parts(of: value)
            case "END":
                if !hasName { names += full }
                (hasName, full) = (false, [])
            default: break
            }
        }
        return names
    }

    /// The lines, each with its continuations.
    private static func lines(of text: String) -> [String] {
        var lines: [String] = []
        for line in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline) {
            if let first = line.first, first == " " || first == "\t", !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst()
            } else if let last = lines.last, last.hasSuffix("="), isQuotedPrintable(last) {
                lines[lines.count - 1].removeLast()
                lines[lines.count - 1] += line
            } else {
                lines.append(String(line))
            }
        }
        return lines
    }

    private static func isQuotedPrintable(_ line: String) -> Bool {
        line.prefix { $0 != ":" }.uppercased().contains("QUOTED-PRINTABLE")
    }

    private static func property(_ line: String) -> (name: String, value: String)? {
        var isQuoted = false
        let colon = line.firstIndex { character in
            if character == "\"" { isQuoted.toggle() }
            return character == ":" && !isQuoted
        }
        guard let colon else { return nil }
        // `item1.N;LANGUAGE=de:…`
        let name = line[..<colon].prefix { $0 != ";" }.split(separator: ".").last ?? ""
        let value = String(line[line.index(after: colon)...])
        return (name.uppercased(), isQuotedPrintable(line) ? unquoted(value) : value)
    }

    /// The parts of a value between semicolons and commas that aren't escaped.
    private static func parts(of value: String) -> [String] {
        var parts = [""]
        var isEscaped = false
        for character in value {
            switch character {
            case _ where isEscaped:
                parts[parts.count - 1].append(character.lowercased() == "n" ? " " : character)
                isEscaped = false
            case "\\": isEscaped = true
            case ";": parts.append("")
            case ",": parts[parts.count - 1].append(" ")
            default: parts[parts.count - 1].append(character)
            }
        }
        return parts
    }

    /// Bytes that are written as `=C3=B6`, in UTF-8 or else Latin-1.
    private static func unquoted(_ value: String) -> String {
        var bytes: [UInt8] = []
        var rest = value.utf8[...]
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "="), rest.count >= 2,
                let quoted = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
            {
                rest = rest.dropFirst(2)
                bytes.append(quoted)
            } else {
                bytes.append(byte)
            }
        }
        return String(validating: bytes, as: UTF8.self)
            ?? String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
    }
}
