extension TOMLNode {
    /// Parses the contents of a file; the name is for errors, which have their places.
    static func parse(_ bytes: [UInt8], file: String) throws(SettingsError) -> TOMLNode {
        do {
            return try parse(bytes)
        } catch {
            throw SettingsError([
                SettingsProblem(
                    file: file, line: error.place.line, column: error.place.column,
                    reason: error.reason(in: bytes))
            ])
        }
    }
}

extension TOMLSyntaxError {
    /// The reason for the user: toml++ uses terms such as scopes and code points, and where quotes
    /// are missing it may mention dates or digits.
    func reason(in bytes: [UInt8]) -> String {
        let (scope, detail) = split()
        if let duplicate = duplicate(scope, detail) { return duplicate }
        if detail == "more dots in one line than any key has" { return "not TOML: \(detail)" }
        if detail.hasPrefix("exceeded maximum nested value depth") {
            return "brackets are nested too deeply"
        }
        switch scope {
        case "value", "boolean":
            return "not a value: text needs quotes, and true and false are small letters"
        case "string" where detail.contains("control character") && isEndOfLine(bytes),
            "literal string" where detail.contains("control character") && isEndOfLine(bytes):
            return "the quotes are not closed on this line"
        case _ where detail == "encountered end-of-file":
            return "the file ends within \(article(scope))"
        case "decimal integer" where detail.hasPrefix("expected digit, saw"):
            return "not a number: text, also times such as \"8s\", needs quotes"
        default:
            break
        }
        let readable = detail.replacing("saw '\\n'", with: "found the end of the line")
            .replacing(", saw ", with: ", found ")
        return "not TOML: \(scope.isEmpty ? "" : "in \(article(scope)), ")\(readable)"
    }

    /// `Error while parsing SCOPE: detail`
    private func split() -> (scope: String, detail: String) {
        let prefix = "Error while parsing "
        guard message.hasPrefix(prefix), let colon = message.firstIndex(of: ":") else {
            return ("", message)
        }
        let scope = message[..<colon].dropFirst(prefix.count)
        return (String(scope), String(message[colon...].dropFirst(2)))
    }

    /// `cannot redefine existing string 'dictate' as table`
    private func duplicate(_ scope: String, _ detail: String) -> String? {
        guard detail.hasPrefix("cannot redefine existing") else { return nil }
        let parts = detail.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3 else { return "this key is there twice" }
        let name = TOMLText.escaped(String(parts[1]), quotes: false)
        return scope == "table header" ? "[\(name)] is there twice" : "\(name) is there twice"
    }

    private func isEndOfLine(_ bytes: [UInt8]) -> Bool {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard lines.indices.contains(place.line - 1) else { return false }
        let line = String(decoding: lines[place.line - 1], as: UTF8.self).unicodeScalars
        // Lines may end in \r\n.
        return place.column > line.count - (line.last == "\r" ? 1 : 0)
    }

    private func article(_ scope: String) -> String {
        guard let first = scope.first else { return "the file" }
        if scope == "root table" { return "the file" }
        return "aeiou".contains(first) ? "an \(scope)" : "a \(scope)"
    }
}
