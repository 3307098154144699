import Dictation

// Dates: June 9, 2026, 9. Juni 2026, 9.6.2026, and the words before and after them.

extension NumberWriting {
    func date(
        _ reader: NumberReader, _ index: Int, _ number: SpokenNumber?
    ) -> Figures? {
        if let month = lexicon.months[reader.key(index)] {
            return monthFirst(reader, index, month)
        }
        guard let day = number, day.isOrdinal, (1...31).contains(day.value)
        else { return nil }
        if let date = ordinalDate(reader, index, day) { return date }
        let ordinal = Figures.ordinal(day.value, lexicon.words)
        if isFirstOfDays(reader, day) { return Figures(ordinal, day.next) }
        var place = day.next
        var text = ordinal
        if !lexicon.words[.of].isEmpty {
            guard lexicon.has(reader.key(place), .of) else { return nil }
            text += " " + reader.tokens[place].text
            place += 1
        }
        guard let month = lexicon.months[reader.key(place)] else { return nil }
        text += " " + month
        guard let year = year(reader, place + 1) else { return Figures(text, place + 1) }
        return Figures("\(text) \(year.value)", year.next)
    }

    /// March 3, 2026 (Chicago Manual of Style 9.31, 6.38): with a cardinal, even if an ordinal was
    /// said.
    private func monthFirst(_ reader: NumberReader, _ index: Int, _ month: String) -> Figures? {
        guard lexicon.words.grammar == .english, let day = reader.number(at: index + 1)
        else { return nil }
        if day.isYear { return Figures("\(month) \(day.value)", day.next) }
        guard (1...31).contains(day.value),
            day.isOrdinal || !lexicon.ambiguousMonths.contains(reader.key(index))
        else { return nil }
        var (text, place) = ("\(month) \(day.value)", day.next)
        if let last = lastDay(reader, after: day) {
            text += " \(reader.tokens[place].text) \(last.value)"
            place = last.next
        }
        let end = place
        if place < reader.tokens.count, reader.tokens[place].isEngines,
            reader.tokens[place].text == ","
        {
            place += 1
        }
        guard let year = year(reader, place) else { return Figures(text, end) }
        return Figures("\(text), \(year.value)", year.next)
    }

    /// 3.3.2025: day and month as ordinals (DIN 5008).
    private func ordinalDate(
        _ reader: NumberReader, _ index: Int, _ day: SpokenNumber
    ) -> Figures? {
        guard lexicon.words.grammar == .german,
            let month = reader.number(at: day.next), month.isOrdinal,
            (1...12).contains(month.value)
        else { return nil }
        let year = year(reader, month.next)
        guard
            year != nil || lexicon.has(reader.key(index - 1), .datePrefixes)
                || isAfterWeekday(reader, index)
        else { return nil }
        let text = "\(day.value).\(month.value)."
        return Figures(year.map { "\(text)\($0.value)" } ?? text, year?.next ?? month.next)
    }

    private func year(_ reader: NumberReader, _ index: Int) -> SpokenNumber? {
        guard let number = reader.number(at: index), !number.isOrdinal,
            number.isYear || (1000...2100).contains(number.value), !number.isVague,
            !lexicon.has(reader.key(number.next), .units)
        else { return nil }
        return number
    }

    // MARK: Weekdays

    /// Where the date after a weekday begins: with it, or with the article before it. Between the
    /// two is a comma: “Tuesday, June 9” (Chicago Manual of Style 6.38), “Dienstag, den 9. Juni”
    /// (Duden: Datum).
    func dateAfterWeekday(_ reader: NumberReader, _ weekday: Int) -> Int? {
        guard style != .words else { return nil }
        let place = weekday + 1
        if lexicon.months[reader.key(place)] != nil {
            guard let day = reader.number(at: place + 1), !day.isYear, (1...31).contains(day.value),
                day.isOrdinal || isUncounted(reader, day.next),
                date(reader, place, nil) != nil
            else { return nil }
            return place
        }
        guard lexicon.words.grammar == .german else { return nil }
        let hasArticle = lexicon.has(reader.key(place), .dateArticles)
        let start = hasArticle ? place + 1 : place
        guard let day = reader.number(at: start), day.isOrdinal, (1...31).contains(day.value),
            date(reader, start, day) != nil || hasArticle && reader.key(day.next).isEmpty
        else { return nil }
        return place
    }

    private func isAfterWeekday(_ reader: NumberReader, _ index: Int) -> Bool {
        lexicon.has(reader.key(index - 1), .weekdays)
            || lexicon.has(reader.key(index - 1), .dateArticles)
                && lexicon.has(reader.key(index - 2), .weekdays)
    }

    // MARK: Several days

    /// Whether it is the day before “bis zum fünften Mai”, which has the form of the other one.
    private func isFirstOfDays(_ reader: NumberReader, _ day: SpokenNumber) -> Bool {
        guard lexicon.has(reader.key(day.next), .dateRanges) else { return false }
        var place = day.next + 1
        let key = reader.key(place)
        if lexicon.has(key, .datePrefixes) || lexicon.determiners.contains(key)
            || lexicon.has(key, .dateArticles)
        {
            place += 1
        }
        guard let last = reader.number(at: place), last.isOrdinal, last.value > day.value,
            (1...31).contains(last.value)
        else { return false }
        if !lexicon.words[.of].isEmpty {
            return lexicon.has(reader.key(last.next), .of)
                && lexicon.months[reader.key(last.next + 1)] != nil
        }
        return lexicon.months[reader.key(last.next)] != nil
    }

    /// The last one of the days that begin with this one: 12 in “June 9 to 12”.
    private func lastDay(_ reader: NumberReader, after day: SpokenNumber) -> SpokenNumber? {
        guard day.isOrdinal, lexicon.has(reader.key(day.next), .dateRanges),
            let last = reader.number(at: day.next + 1), last.isOrdinal,
            last.value > day.value, last.value <= 31,
            isUncounted(reader, last.next) || year(reader, last.next) != nil
        else { return nil }
        return last
    }

    /// Whether the word here can't be what the number before it counts.
    func isUncounted(_ reader: NumberReader, _ index: Int) -> Bool {
        let key = reader.key(index)
        return key.isEmpty || lexicon.has(key, .uncounted)
    }
}

// The numbers of rulers: Henry VIII, Heinrich VIII.

extension NumberWriting {
    /// The number of a ruler in place of the article before it and the ordinal: “Henry VIII”
    /// (Chicago Manual of Style 9.41), “Heinrich VIII.” (Duden: Zahlen und Ziffern). Who has no title
    /// must be known with that number.
    func ruler(_ reader: NumberReader, _ index: Int, _ number: SpokenNumber?) -> Figures? {
        guard style != .words, let number, number.isOrdinal, (1...30).contains(number.value),
            lexicon.has(reader.key(index - 1), .rulerArticles),
            reader.tokens[index - 1].isFree, isUncounted(reader, number.next),
            isRuler(reader, index - 2, number.value), let text = Figures.roman(number.value)
        else { return nil }
        return Figures(text + (lexicon.words.grammar == .german ? "." : ""), number.next)
    }

    private func isRuler(_ reader: NumberReader, _ name: Int, _ number: Int) -> Bool {
        let key = reader.key(name)
        guard !key.isEmpty, !lexicon.isNumberWord(key) else { return false }
        let before = reader.key(name - 1)
        if lexicon.isName(key), lexicon.has(before, .rulerTitles) { return true }
        let highest = lexicon.words.rulers[key] ?? lexicon.words.rulers["\(before) \(key)"]
        return highest.map { number <= $0 } ?? false
    }
}
