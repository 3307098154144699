import Problems

/// A TOML file other than the configuration, as a flat list of its values.
public struct ValueFile: Sendable {
    public enum Value: Hashable, Sendable {
        case string(String)
        case integer(Int)
        case boolean(Bool)
        case strings([String])
    }

    public struct Entry: Sendable {
        /// The names of the tables and of the key.
        public let path: [String]
        public let value: Value
        public let place: SettingsPlace
    }

    /// In the order of the file.
    public let entries: [Entry]

    /// Reads a file; nil if it doesn't exist. Throws TOML errors, and values of other types.
    public static func read(_ path: String) throws(SettingsError) -> ValueFile? {
        let bytes: [UInt8]
        do {
            bytes = try SettingsFile.read(path)
        } catch SettingsFile.Failure.unreadable(let reason) {
            throw SettingsError([SettingsProblem(file: path, reason: reason)])
        } catch {
            return nil
        }
        return try parse(bytes, file: path)
    }

    /// Parses the contents of a file with that name.
    public static func parse(
        _ bytes: [UInt8], file: String
    ) throws(SettingsError) -> ValueFile {
        let root = try TOMLNode.parse(bytes, file: file)
        var entries: [Entry] = []
        var problems: [SettingsProblem] = []
        walk(root, [], file, &entries, &problems)
        if !problems.isEmpty { throw SettingsError(problems) }
        return ValueFile(entries: entries)
    }

    private static func walk(
        _ node: TOMLNode, _ path: [String], _ file: String, _ entries: inout [Entry],
        _ problems: inout [SettingsProblem]
    ) {
        let place = SettingsPlace(file: file, line: node.place.line, column: node.place.column)
        func take(_ value: Value) {
            entries.append(Entry(path: path, value: value, place: place))
        }
        switch node.value {
        case .table(let children):
            for child in children {
                walk(child.node, path + [child.key], file, &entries, &problems)
            }
        case .string(let text): take(.string(text))
        case .integer(let number) where Int(exactly: number) != nil: take(.integer(Int(number)))
        case .boolean(let value): take(.boolean(value))
        case .array(let nodes):
            let strings = nodes.compactMap { node in
                if case .string(let text) = node.value { text } else { nil }
            }
            if strings.count == nodes.count { return take(.strings(strings)) }
            fallthrough
        default:
            problems.append(
                problem(
                    path, place,
                    "expected a string, a whole number, a boolean or an array of strings"))
        }
    }

    /// A problem with a value, with its place.
    public static func problem(
        _ path: [String], _ place: SettingsPlace, _ reason: String, names: [String] = [],
        value: String = ""
    ) -> SettingsProblem {
        SettingsProblem(
            file: place.file, line: place.line, column: place.column,
            section: path.count > 1
                ? path.dropLast().map(TOMLText.shown).joined(separator: ".") : nil,
            key: path.last.map(TOMLText.shown), reason: reason,
            suggestion: Spelling.nearest(to: value, among: names))
    }

    /// Values as TOML: a section for the first name of a path, and one line for the second.
    public static func write(_ entries: [(path: [String], value: Value)]) -> String {
        var lines: [String] = []
        var section: String?
        var index = entries.startIndex
        while index < entries.endIndex {
            let path = entries[index].path
            if path[0] != section {
                section = path[0]
                lines += lines.isEmpty ? [] : [""]
                lines.append("[\(TOMLText.key(path[0]))]")
            }
            let group = entries[index...].prefix { $0.path.prefix(2) == path.prefix(2) }
            index += group.count
            let name = TOMLText.key(path[1])
            if path.count == 2 {
                lines.append("\(name) = \(written(group.first!.value))")
            } else {
                let parts = group.map { "\(TOMLText.key($0.path[2])) = \(written($0.value))" }
                lines.append("\(name) = { \(parts.joined(separator: ", ")) }")
            }
        }
        return lines.joined(separator: "\n")
    }

    private static func written(_ value: Value) -> String {
        switch value {
        case .string(let text): TOMLText.string(text)
        case .integer(let number): "\(number)"
        case .boolean(let value): "\(value)"
        case .strings(let texts): "[\(texts.map { TOMLText.string($0) }.joined(separator: ", "))]"
        }
    }
}
