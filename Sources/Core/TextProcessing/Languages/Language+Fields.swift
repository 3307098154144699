// The mapping of entries to properties.

extension Language {
    /// An entry with a fixed name.
    struct Field: Sendable {
        let path: [String]
        let read: @Sendable (Language) -> LanguageEntry.Value
        let write: @Sendable (inout Language, LanguageEntry.Value) throws(Mistake) -> Void
    }

    static let fields: [Field] =
        WordClass.allCases.map(words(of:)) + [
            list("words", "plain", \.plain),
            list("words", "articles", \.articles),
            list("words", "mentions", \.mentions),
            list("words", "reporting_verbs", \.reportingVerbs),
            list("words", "reporters", \.reporters),
            list("words", "fillers", \.fillers),
            list("words", "noises", \.noises),
            list("words", "repairs", \.repairs),
            list("words", "vague_repairs", \.vagueRepairs),
            list("words", "pause_fillers", \.pauseFillers),
            list("words", "stutters", \.stutters),
            list("words", "names", \.names),
            list("words", "lists", \.wordLists),
            list("words", "name_titles", \.nameTitles),
            list("words", "word_titles", \.wordTitles),
            list("words", "title_articles", \.titleArticles),
            list("words", "people", \.people),
            list("words", "not_names", \.notNames),
            list("words", "abbreviations", \.abbreviations),
            list("words", "questions", \.questions),
            list("words", "lead_ins", \.leadIns),
            list("words", "agreements", \.agreements),
            list("words", "unfinished", \.unfinished),
            Field(
                path: ["words", "stops_in_quotations"], read: { .boolean($0.stopsInQuotations) },
                write: { (language, value) throws(Mistake) in
                    language.stopsInQuotations = try boolean(value)
                }),
            Field(
                path: ["words", "opens_questions"], read: { .boolean($0.opensQuestions) },
                write: { (language, value) throws(Mistake) in
                    language.opensQuestions = try boolean(value)
                }),
            Field(
                path: ["words", "goes_on_after_salutation"],
                read: { .boolean($0.goesOnAfterSalutation) },
                write: { (language, value) throws(Mistake) in
                    language.goesOnAfterSalutation = try boolean(value)
                }),
            list("words", "address_signs", \.addressSigns),
            list("words", "address_dots", \.addressDots),
            list("words", "not_in_addresses", \.notInAddresses),
            Field(
                path: ["numbers", "grammar"],
                read: { .string($0.numbers.grammar.rawValue) },
                write: { (language, value) throws(Mistake) in
                    language.numbers.grammar = try choice(value, NumberWords.Grammar.self)
                }),
            list("numbers", "articles", \.numbers.articles),
            list("numbers", "and", \.numbers.and),
            list("numbers", "zeros", \.numbers.zeros),
            list("numbers", "decimal", \.numbers.decimal),
            list("numbers", "negative", \.numbers.negative),
            list("numbers", "percent", \.numbers.percent),
            list("numbers", "units", \.numbers.units),
            list("numbers", "numbered", \.numbers.numbered),
            list("numbers", "numbered_in_turn", \.numbers.numberedInTurn),
            list("numbers", "halves", \.numbers.halves),
            list("numbers", "score_words", \.numbers.scoreWords),
            text("numbers", "score_mark", \.numbers.scoreMark),
            list("numbers", "not_before_scores", \.numbers.notBeforeScores),
            list("numbers", "year_prefixes", \.numbers.yearPrefixes),
            list("numbers", "time_prefixes", \.numbers.timePrefixes),
            list("numbers", "months", \.numbers.months),
            list("numbers", "of", \.numbers.of),
            list("numbers", "plain", \.numbers.plain),
            list("numbers", "equals", \.numbers.equals),
            list("numbers", "plus", \.numbers.plus),
            list("numbers", "ranges", \.numbers.ranges),
            list("numbers", "clock_parts", \.numbers.clockParts),
            list("numbers", "clock_words", \.numbers.clockWords),
            list("numbers", "uncounted", \.numbers.uncounted),
            list("numbers", "date_prefixes", \.numbers.datePrefixes),
            list("numbers", "weekdays", \.numbers.weekdays),
            list("numbers", "date_articles", \.numbers.dateArticles),
            list("numbers", "date_ranges", \.numbers.dateRanges),
            list("numbers", "streets", \.numbers.streets),
            list("numbers", "not_streets", \.numbers.notStreets),
            list("numbers", "street_beginnings", \.numbers.streetBeginnings),
            list("numbers", "timed", \.numbers.timed),
            list("numbers", "ordered", \.numbers.ordered),
            list("numbers", "versions", \.numbers.versions),
            list("numbers", "ruler_titles", \.numbers.rulerTitles),
            list("numbers", "ruler_articles", \.numbers.rulerArticles),
            list("numbers", "fractions", \.numbers.fractions),
            list("numbers", "plural_fractions", \.numbers.pluralFractions),
            list("numbers", "after_fractions", \.numbers.afterFractions),
            list("numbers", "day_hours", \.numbers.dayHours),
            list("numbers", "day_hour_prefixes", \.numbers.dayHourPrefixes),
            list("numbers", "numerals", \.numbers.numerals),
            list("numbers", "roman_numerals", \.numbers.romanNumerals),
            text("numbers", "decimal_mark", \.numbers.decimalMark),
            text("numbers", "group_mark", \.numbers.groupMark),
            text("numbers", "percent_mark", \.numbers.percentMark),
            Field(
                path: ["numbers", "group_from"], read: { .integer($0.numbers.groupFrom) },
                write: { (language, value) throws(Mistake) in
                    language.numbers.groupFrom = try integer(value)
                }),
            Field(
                path: ["numbers", "symbol_first"], read: { .boolean($0.numbers.symbolFirst) },
                write: { (language, value) throws(Mistake) in
                    language.numbers.symbolFirst = try boolean(value)
                }),
        ]

    private static func words(of kind: WordClass) -> Field {
        Field(
            path: ["classes", kind.rawValue], read: { .strings($0.classes[kind] ?? []) },
            write: { (language, value) throws(Mistake) in
                guard case .strings(let words) = value else {
                    throw Mistake(reason: "expected an array of strings", names: [])
                }
                language.classes[kind] = words
            })
    }

    /// Entries whose names are words of the language.
    struct Table: Sendable {
        let name: String
        let read: @Sendable (Language) -> [LanguageEntry]
        let write: @Sendable (inout Language, String, LanguageEntry.Value) throws(Mistake) -> Void
    }

    static let tables: [Table] = [
        texts("letters", \.letters),
        texts("spellings", \.spellings),
        texts("shell", \.shellSigns),
        texts("titles", \.titles),
        integers("cardinals", \.numbers.cardinals),
        integers("ordinals", \.numbers.ordinals),
        integers("scales", \.numbers.scales),
        integers("repeats", \.numbers.repeats),
        texts("hours", \.numbers.hour),
        texts("day_halves", \.numbers.dayHalves),
        texts("fixed_numbers", \.numbers.fixed),
        integers("decades", \.numbers.decades),
        integers("rulers", \.numbers.rulers),
        texts("unit_symbols", \.numbers.unitSymbols),
        texts("operators", \.numbers.operators),
        texts("ranges_after", \.numbers.rangesAfter),
        lists("clock_words_after", \.numbers.clockWordsAfter),
    ]

    private typealias Property<Value> = any WritableKeyPath<Language, Value> & Sendable

    private static func list(
        _ section: String, _ name: String, _ property: Property<[String]>
    ) -> Field {
        Field(
            path: [section, name], read: { .strings($0[keyPath: property]) },
            write: { (language, value) throws(Mistake) in
                guard case .strings(let words) = value else {
                    throw Mistake(reason: "expected an array of strings", names: [])
                }
                language[keyPath: property] = words
            })
    }

    private static func text(
        _ section: String, _ name: String, _ property: Property<String>
    ) -> Field {
        Field(
            path: [section, name], read: { .string($0[keyPath: property]) },
            write: { (language, value) throws(Mistake) in
                language[keyPath: property] = try string(value)
            })
    }

    private static func texts(_ name: String, _ property: Property<[String: String]>) -> Table {
        Table(
            name: name,
            read: { language in
                language[keyPath: property].sorted { $0.key < $1.key }.map {
                    LanguageEntry([name, $0.key], .string($0.value))
                }
            },
            write: { (language, key, value) throws(Mistake) in
                language[keyPath: property][key] = try string(value)
            })
    }

    private static func lists(
        _ name: String, _ property: Property<[String: [String]]>
    ) -> Table {
        Table(
            name: name,
            read: { language in
                language[keyPath: property].sorted { $0.key < $1.key }.map {
                    LanguageEntry([name, $0.key], .strings($0.value))
                }
            },
            write: { (language, key, value) throws(Mistake) in
                guard case .strings(let words) = value else {
                    throw Mistake(reason: "expected an array of strings", names: [])
                }
                language[keyPath: property][key] = words
            })
    }

    private static func integers(_ name: String, _ property: Property<[String: Int]>) -> Table {
        Table(
            name: name,
            read: { language in
                language[keyPath: property].sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map {
                    LanguageEntry([name, $0.key], .integer($0.value))
                }
            },
            write: { (language, key, value) throws(Mistake) in
                language[keyPath: property][key] = try integer(value)
            })
    }

    private static func string(_ value: LanguageEntry.Value) throws(Mistake) -> String {
        guard case .string(let text) = value else {
            throw Mistake(reason: "expected a string", names: [])
        }
        return text
    }

    private static func boolean(_ value: LanguageEntry.Value) throws(Mistake) -> Bool {
        guard case .boolean(let isTrue) = value else {
            throw Mistake(reason: "expected true or false", names: [])
        }
        return isTrue
    }

    /// Numbers beyond a trillion could overflow in multiplications.
    private static func integer(_ value: LanguageEntry.Value) throws(Mistake) -> Int {
        guard case .integer(let number) = value, (0...1_000_000_000_000).contains(number) else {
            throw Mistake(reason: "expected a whole number from 0 to 10^12", names: [])
        }
        return number
    }
}
