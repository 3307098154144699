// A language as a list of entries, the form that it has in a file.

/// One value of a language: its path (`marks`, `comma`, `text`), and the value.
public struct LanguageEntry: Hashable, Sendable {
    public enum Value: Hashable, Sendable {
        case string(String)
        case integer(Int)
        case boolean(Bool)
        case strings([String])
    }

    public let path: [String]
    public let value: Value

    public init(_ path: [String], _ value: Value) {
        self.path = path
        self.value = value
    }
}

extension Language {
    /// Why an entry is refused.
    public struct Mistake: Error, Hashable, Sendable {
        /// A phrase for a message.
        public let reason: String
        /// Known names that are similar to the last part of the path, or to the value.
        public let names: [String]
    }

    /// Makes a language from entries; each has a place for error messages.
    public init<Place>(
        tag: String, _ entries: [(entry: LanguageEntry, place: Place)],
        refuse: (Mistake, Place) -> Void
    ) {
        self.init(tag: tag)
        var marks: [String: Mark] = [:]
        var order: [String] = []
        for (entry, place) in entries {
            do throws(Mistake) {
                if entry.path.first == "marks", entry.path.count == 3 {
                    let phrase = entry.path[1]
                    if marks[phrase] == nil { order.append(phrase) }
                    try Self.set(
                        entry, of: &marks[phrase, default: Mark([phrase], "", .free)])
                } else {
                    try set(entry)
                }
            } catch {
                refuse(error, place)
            }
        }
        self.marks = order.compactMap { marks[$0] }
    }

    /// Everything that differs from a language without rules, in the order of a file.
    public var entries: [LanguageEntry] {
        var entries: [LanguageEntry] = []
        for mark in marks {
            for phrase in mark.phrases {
                entries.append(LanguageEntry(["marks", phrase, "text"], .string(mark.text)))
                if let plain = mark.plainText {
                    entries.append(LanguageEntry(["marks", phrase, "plain"], .string(plain)))
                }
                entries.append(
                    LanguageEntry(["marks", phrase, "spacing"], .string(mark.spacing.rawValue)))
                if mark.role != .symbol {
                    entries.append(
                        LanguageEntry(["marks", phrase, "role"], .string(mark.role.rawValue)))
                }
            }
        }
        for (phrase, command) in commands.sorted(by: { $0.key < $1.key }) {
            entries.append(LanguageEntry(["commands", phrase], .string(command.rawValue)))
        }
        for (phrase, action) in edits.sorted(by: { $0.key < $1.key }) {
            entries.append(LanguageEntry(["edits", phrase], .string(action.rawValue)))
        }
        let empty = Language(tag: tag)
        for field in Self.fields {
            let value = field.read(self)
            if value != field.read(empty) { entries.append(LanguageEntry(field.path, value)) }
        }
        for table in Self.tables { entries += table.read(self) }
        for currency in numbers.currencies {
            entries.append(
                LanguageEntry(["currencies", currency.symbol, "words"], .strings(currency.words)))
            entries.append(
                LanguageEntry(["currencies", currency.symbol, "parts"], .strings(currency.parts)))
            if !currency.weightWords.isEmpty {
                entries.append(
                    LanguageEntry(
                        ["currencies", currency.symbol, "weight_words"],
                        .strings(currency.weightWords)))
            }
        }
        return entries
    }

    // MARK: Setting

    private mutating func set(_ entry: LanguageEntry) throws(Mistake) {
        let path = entry.path
        if let field = Self.fields.first(where: { $0.path == path }) {
            return try field.write(&self, entry.value)
        }
        if path.count == 2, let table = Self.tables.first(where: { $0.name == path[0] }) {
            return try table.write(&self, path[1], entry.value)
        }
        switch (path.first, path.count) {
        case ("commands", 2):
            commands[path[1]] = try Form.choice.value(entry.value)
        case ("edits", 2):
            edits[path[1]] = try Form.choice.value(entry.value)
        case ("currencies", 3):
            try setCurrency(path[1], path[2], entry.value)
        case ("marks", _), ("commands", _), ("edits", _), ("currencies", _):
            throw Mistake(reason: "expected values in a separate table", names: [])
        default:
            throw Mistake(reason: "unknown key", names: Self.names(like: path))
        }
    }

    private static func names(like path: [String]) -> [String] {
        let sections =
            ["marks", "commands", "edits", "currencies"] + tables.map(\.name)
            + fields.map { $0.path[0] }
        guard path.count > 1, sections.contains(path[0]) else { return sections }
        return fields.filter { $0.path[0] == path[0] }.map { $0.path[1] }
    }

    private mutating func setCurrency(
        _ symbol: String, _ key: String, _ value: LanguageEntry.Value
    ) throws(Mistake) {
        let words = try Form.strings.value(value)
        if !numbers.currencies.contains(where: { $0.symbol == symbol }) {
            numbers.currencies.append(NumberWords.Currency([], symbol, parts: []))
        }
        let index = numbers.currencies.firstIndex { $0.symbol == symbol }!
        switch key {
        case "words": numbers.currencies[index].words = words
        case "parts": numbers.currencies[index].parts = words
        case "weight_words": numbers.currencies[index].weightWords = words
        default: throw Mistake(reason: "unknown key", names: ["words", "parts", "weight_words"])
        }
    }

    private static func set(_ entry: LanguageEntry, of mark: inout Mark) throws(Mistake) {
        switch entry.path[2] {
        case "text": mark.text = try Form.string.value(entry.value)
        case "plain": mark.plainText = try Form.string.value(entry.value)
        case "spacing": mark.spacing = try Form.choice.value(entry.value)
        case "role": mark.role = try Form.choice.value(entry.value)
        default:
            throw Mistake(reason: "unknown key", names: ["text", "plain", "spacing", "role"])
        }
    }
}
