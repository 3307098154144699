// The mapping of entries to properties.

extension Language {
    /// An entry with a fixed name.
    struct Field: Sendable {
        let path: [String]
        let read: @Sendable (Language) -> LanguageEntry.Value
        let write: @Sendable (inout Language, LanguageEntry.Value) throws(Mistake) -> Void

        fileprivate init<Value>(
            _ section: String, _ name: String, _ property: Property<Value>, _ form: Form<Value>
        ) {
            path = [section, name]
            read = { form.entry($0[keyPath: property]) }
            write = { (language, entry) throws(Mistake) in
                language[keyPath: property] = try form.value(entry)
            }
        }
    }

    static let fields: [Field] = {
        var fields = WordClass.allCases.map {
            Field("classes", $0.rawValue, \.[$0], .strings)
        }
        fields += List.allCases.map { Field("words", $0.rawValue, \.[$0], .strings) }
        fields += [
            Field("words", "stops_in_quotations", \.stopsInQuotations, .boolean),
            Field("words", "opens_questions", \.opensQuestions, .boolean),
            Field("words", "goes_on_after_salutation", \.goesOnAfterSalutation, .boolean),
            Field("numbers", "grammar", \.numbers.grammar, .choice),
        ]
        fields += NumberWords.List.allCases.map {
            Field("numbers", $0.rawValue, \.numbers[$0], .strings)
        }
        fields += [
            Field("numbers", "score_mark", \.numbers.scoreMark, .string),
            Field("numbers", "decimal_mark", \.numbers.decimalMark, .string),
            Field("numbers", "group_mark", \.numbers.groupMark, .string),
            Field("numbers", "percent_mark", \.numbers.percentMark, .string),
            Field("numbers", "group_from", \.numbers.groupFrom, .integer),
            Field("numbers", "symbol_first", \.numbers.symbolFirst, .boolean),
        ]
        return fields
    }()

    /// Entries whose names are words of the language.
    struct Table: Sendable {
        let name: String
        let read: @Sendable (Language) -> [LanguageEntry]
        let write: @Sendable (inout Language, String, LanguageEntry.Value) throws(Mistake) -> Void

        fileprivate init<Value>(
            _ name: String, _ property: Property<[String: Value]>, _ form: Form<Value>
        ) {
            self.name = name
            read = { language in
                language[keyPath: property].sorted {
                    form.isBefore($0.value, $1.value) ?? ($0.key < $1.key)
                }
                .map { LanguageEntry([name, $0.key], form.entry($0.value)) }
            }
            write = { (language, key, entry) throws(Mistake) in
                language[keyPath: property][key] = try form.value(entry)
            }
        }
    }

    static let tables = [
        Table("letters", \.letters, .string),
        Table("spellings", \.spellings, .string),
        Table("shell", \.shellSigns, .string),
        Table("titles", \.titles, .string),
        Table("cardinals", \.numbers.cardinals, .integer),
        Table("ordinals", \.numbers.ordinals, .integer),
        Table("scales", \.numbers.scales, .integer),
        Table("repeats", \.numbers.repeats, .integer),
        Table("hours", \.numbers.hour, .string),
        Table("day_halves", \.numbers.dayHalves, .string),
        Table("fixed_numbers", \.numbers.fixed, .string),
        Table("decades", \.numbers.decades, .integer),
        Table("rulers", \.numbers.rulers, .integer),
        Table("unit_symbols", \.numbers.unitSymbols, .string),
        Table("operators", \.numbers.operators, .string),
        Table("ranges_after", \.numbers.rangesAfter, .string),
        Table("clock_words_after", \.numbers.clockWordsAfter, .strings),
    ]

    fileprivate typealias Property<Value> = any WritableKeyPath<Language, Value> & Sendable

    /// A kind of value, in an entry and in a property.
    struct Form<Value: Sendable>: Sendable {
        let entry: @Sendable (Value) -> LanguageEntry.Value
        let value: @Sendable (LanguageEntry.Value) throws(Mistake) -> Value
        /// Whether a value's entry of a table comes before another one's; nil if the names decide.
        var isBefore: @Sendable (Value, Value) -> Bool? = { _, _ in nil }
    }
}

extension Language.Form where Value == String {
    static let string = Self(
        entry: { .string($0) },
        value: { (entry) throws(Language.Mistake) in
            if case .string(let text) = entry { return text }
            throw Language.Mistake(reason: "expected a string", names: [])
        })
}

extension Language.Form where Value == [String] {
    static let strings = Self(
        entry: { .strings($0) },
        value: { (entry) throws(Language.Mistake) in
            if case .strings(let words) = entry { return words }
            throw Language.Mistake(reason: "expected an array of strings", names: [])
        })
}

extension Language.Form where Value == Bool {
    static let boolean = Self(
        entry: { .boolean($0) },
        value: { (entry) throws(Language.Mistake) in
            if case .boolean(let isTrue) = entry { return isTrue }
            throw Language.Mistake(reason: "expected true or false", names: [])
        })
}

extension Language.Form where Value == Int {
    /// Numbers beyond a trillion could overflow in multiplications.
    static let integer = Self(
        entry: { .integer($0) },
        value: { (entry) throws(Language.Mistake) in
            if case .integer(let number) = entry, (0...1_000_000_000_000).contains(number) {
                return number
            }
            throw Language.Mistake(reason: "expected a whole number from 0 to 10^12", names: [])
        }, isBefore: { $0 == $1 ? nil : $0 < $1 })
}

extension Language.Form where Value: RawRepresentable<String> & CaseIterable {
    static var choice: Self {
        Self(
            entry: { .string($0.rawValue) },
            value: { (entry) throws(Language.Mistake) in
                if case .string(let text) = entry, let choice = Value(rawValue: text) {
                    return choice
                }
                let names = Value.allCases.map(\.rawValue)
                throw Language.Mistake(
                    reason: "expected one of \(names.joined(separator: ", "))", names: names)
            })
    }
}
