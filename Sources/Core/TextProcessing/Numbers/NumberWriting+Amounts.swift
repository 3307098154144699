import Dictation

// Amounts: whole numbers, ordinals, decimals, percentages, money.

extension NumberWriting {
    func amount(
        _ reader: NumberReader, _ index: Int, _ number: SpokenNumber?
    ) -> Figures? {
        let isNegative =
            lexicon.has(reader.key(index), .negative)
            && !(lexicon.begins(reader.key(index - 1))
                && !lexicon.has(reader.key(index - 1), .weekdays))
        let start = isNegative ? index + 1 : index
        guard let number = isNegative ? reader.number(at: start) : number else {
            return belowOne(reader, start)
        }
        if number.isOrdinal {
            guard !isNegative, number.value >= 10 || (style == .digits && number.value > 2)
            else { return nil }
            return Figures(Figures.ordinal(number.value, lexicon.words), number.next)
        }
        if number.isDecade { return Figures("\(number.value)s", number.next) }
        let isSingleArticle = number.isVague && number.value == 1
        let words = lexicon.words
        func sign(before place: Int) -> String {
            isNegative ? lexicon.quantities.contains(reader.key(place)) ? minus : "-" : ""
        }

        if let (digits, next) = decimals(reader, number.next), !number.isYear, !number.isVague {
            let text = sign(before: next) + Figures.grouped(number.value, words) + digits
            return suffixed(reader, text, next, whole: nil)
        }
        let text = sign(before: number.next) + whole(number, reader, start)
        if let figures = suffix(reader, text, number) { return figures }
        let isForced =
            isNegative || reader.isNumbered(index)
            || (lexicon.has(reader.key(number.next), .units) && !isSingleArticle)
            || lexicon.currencies[reader.key(number.next)] != nil
        // "twelve and a half hours"
        let isHalved =
            style == .smart && number.value < 100
            && !reader.key(number.next).isEmpty
            && lexicon.halves.match(reader.tokens, at: number.next) != nil
        let isLarge = number.value >= 10 && !number.isVague && !isHalved
        let isAsked = style == .digits && !isSingleArticle
        guard isForced || isLarge || isAsked else { return nil }
        return Figures(text, number.next)
    }

    /// The sign before a quantity: “−5 degrees”. Money and a bare number keep the hyphen, which a
    /// spreadsheet reads as a sign.
    private var minus: String { plainMarks ? "-" : "−" }

    /// A whole number in digits: a year without a mark, millions with their word.
    private func whole(_ number: SpokenNumber, _ reader: NumberReader, _ start: Int) -> String {
        if let scale = number.scale, number.value.isMultiple(of: scale.value) {
            return "\(Figures.grouped(number.value / scale.value, lexicon.words)) \(scale.word)"
        }
        let isYear =
            number.isYear
            || ((1100...2099).contains(number.value)
                // "in two thousand words" is an amount.
                && (!number.value.isMultiple(of: 1000) || reader.key(number.next).isEmpty)
                && lexicon.has(reader.key(start - 1), .yearPrefixes)
                && !lexicon.has(reader.key(number.next), .units)
                && lexicon.currencies[reader.key(number.next)] == nil)
            || isYearInThousands(number, reader, start)
        return isYear ? "\(number.value)" : Figures.grouped(number.value, lexicon.words)
    }

    /// "two thousand eight" is a year unless it counts what follows.
    private func isYearInThousands(
        _ number: SpokenNumber, _ reader: NumberReader, _ start: Int
    ) -> Bool {
        guard lexicon.words.grammar == .english, (2001...2099).contains(number.value),
            lexicon.words.cardinals[reader.key(start)] == 2,
            lexicon.words.scales[reader.key(start + 1)] == 1000,
            !lexicon.has(reader.key(start - 1), .negative)
        else { return false }
        let next = reader.key(number.next)
        return next.isEmpty || lexicon.has(next, .uncounted)
    }

    /// "point five percent": only the words after it show that it is a number.
    private func belowOne(_ reader: NumberReader, _ index: Int) -> Figures? {
        guard let (digits, next) = decimals(reader, index) else { return nil }
        let figures = suffixed(reader, "0" + digits, next, whole: nil)
        let isMeasure = lexicon.has(reader.key(next), .units)
        return figures.next > next || isMeasure ? figures : nil
    }

    /// The written decimal mark and the digits after it.
    func decimals(_ reader: NumberReader, _ start: Int) -> (text: String, next: Int)? {
        var (text, index) = ("", start)
        while index < reader.tokens.count, !reader.tokens[index].isEngines,
            lexicon.has(reader.tokens[index].key, .decimal)
        {
            var digits = ""
            var next = index + 1
            while let digit = lexicon.digit(reader.key(next)) {
                digits += "\(digit)"
                next += 1
            }
            if digits.isEmpty, let number = reader.number(at: next), !number.isOrdinal,
                !number.isYear, (10...99).contains(number.value)
            {
                digits = "\(number.value)"
                next = number.next
            }
            guard !digits.isEmpty else { break }
            text += lexicon.words.decimalMark + digits
            index = next
            // Versions have several points; a second comma begins the next item of a list.
            if lexicon.words.decimalMark == "," { break }
        }
        return text.isEmpty ? nil : (text, index)
    }

    private func suffix(
        _ reader: NumberReader, _ text: String, _ number: SpokenNumber
    ) -> Figures? {
        let figures = suffixed(reader, text, number.next, whole: number)
        return figures.next > number.next ? figures : nil
    }

    /// The number with its suffix: a scale, per cent, money.
    func suffixed(
        _ reader: NumberReader, _ text: String, _ next: Int, whole: SpokenNumber?
    ) -> Figures {
        var (text, next, hasScale) = (text, next, whole?.scale != nil)
        if whole == nil, let scale = lexicon.words.scales[reader.key(next)], scale >= 1000 {
            text += " " + lexicon.scaleName(reader.tokens[next])
            next += 1
            hasScale = true
        }
        guard !reader.key(next).isEmpty else { return Figures(text, next) }
        if let whole, !whole.isYear, whole.scale == nil,
            let (_, count) = lexicon.halves.match(reader.tokens, at: next)
        {
            let half = "\(text)\(lexicon.words.decimalMark)5"
            let figures = suffixed(reader, half, next + count, whole: nil)
            return figures.next > next + count ? figures : Figures(text, next)
        }
        if let (_, count) = lexicon.percent.match(reader.tokens, at: next) {
            return Figures(text + lexicon.words.percentMark, next + count)
        }
        if let (symbol, count) = lexicon.unitSymbols.match(reader.tokens, at: next) {
            if text.hasPrefix("-") { text = minus + text.dropFirst() }
            return Figures("\(text) \(symbol)", next + count)
        }
        guard let currency = lexicon.currencies[reader.key(next)],
            !isWeight(reader, next, currency)
        else { return Figures(text, next) }
        if hasScale && !lexicon.words.symbolFirst { return Figures(text, next) }
        next += 1
        if whole != nil, !hasScale, let (part, end) = parts(reader, next, currency) {
            text += lexicon.words.decimalMark + Figures.twoDigits(part)
            next = end
        }
        return Figures(Figures.money(text, currency.symbol, lexicon.words), next)
    }

    /// Whether pounds are a weight: "ten pounds of sugar", "she lost about ten pounds".
    private func isWeight(
        _ reader: NumberReader, _ place: Int, _ currency: NumberWords.Currency
    ) -> Bool {
        guard !currency.weightWords.isEmpty else { return false }
        return lexicon.isWeight(reader.key(place + 1), currency)
            || (2...5).contains { lexicon.isWeight(reader.key(place - $0), currency) }
    }

    /// The cents after the dollars; without the word for them only at the end of a phrase.
    private func parts(
        _ reader: NumberReader, _ index: Int, _ currency: NumberWords.Currency
    ) -> (Int, next: Int)? {
        let hasAnd = lexicon.has(reader.key(index), .and)
        guard let number = reader.number(at: hasAnd ? index + 1 : index), !number.isOrdinal,
            (1...99).contains(number.value)
        else { return nil }
        if currency.parts.contains(reader.key(number.next)) {
            return (number.value, number.next + 1)
        }
        guard !hasAnd, !number.isVague, reader.key(number.next).isEmpty else { return nil }
        return (number.value, number.next)
    }
}

// Simple fractions: two-thirds of the people.

extension NumberWriting {
    /// Whether two words are a simple fraction before what it is of: “two-thirds of the people”
    /// (Chicago Manual of Style 9.14).
    func isFraction(_ reader: NumberReader, _ index: Int) -> Bool {
        guard let count = lexicon.words.cardinals[reader.key(index)], (1...9).contains(count)
        else { return false }
        return lexicon.has(reader.key(index + 1), count > 1 ? .pluralFractions : .fractions)
            && !lexicon.isNumberWord(reader.key(index - 1))
            && lexicon.afterFractions.match(reader.tokens, at: index + 2) != nil
    }
}

// Figures that the engine wrote, with the words around them: “20 percent”, “minus 10 degrees Celsius”.

extension NumberWriting {
    /// A written number with its sign, its unit's sign, per cent or money.
    func written(_ reader: NumberReader, _ index: Int) -> Figures? {
        guard style != .words else { return nil }
        let isNegative =
            lexicon.has(reader.key(index), .negative) && reader.figure(at: index - 1) == nil
            && !lexicon.isNumberWord(reader.key(index - 1))
        let start = isNegative ? index + 1 : index
        guard let digits = reader.figure(at: start) else { return nil }
        if let sum = equation(reader, index) { return sum }
        let isQuantity = lexicon.quantities.contains(reader.key(start + 1))
        let sign = isNegative ? isQuantity && !plainMarks ? "−" : "-" : ""
        var figures = suffixed(reader, sign + digits, start + 1, whole: nil)
        if let symbol = lexicon.currencies[reader.key(figures.next - 1)]?.symbol,
            figures.text.contains(symbol), let part = writtenPart(reader, figures.next, symbol),
            !digits.contains(where: { !$0.isNumber })
        {
            let text = sign + digits + lexicon.words.decimalMark + part.text
            figures = Figures(Figures.money(text, symbol, lexicon.words), part.next)
        }
        return figures.next > start + 1 || isNegative ? figures : nil
    }

    /// The cents of “5 pounds 50” and “5 dollars and 20 cents”.
    private func writtenPart(
        _ reader: NumberReader, _ start: Int, _ symbol: String
    ) -> (text: String, next: Int)? {
        let place = lexicon.has(reader.key(start), .and) ? start + 1 : start
        guard let digits = reader.figure(at: place), let value = Int(digits),
            (1...99).contains(value)
        else { return nil }
        let parts = lexicon.words.currencies.first { $0.symbol == symbol }?.parts ?? []
        if parts.contains(reader.key(place + 1)) {
            return (Figures.twoDigits(value), place + 2)
        }
        return place == start && reader.key(place + 1).isEmpty
            ? (Figures.twoDigits(value), place + 1) : nil
    }
}

extension NumberReader {
    /// The text of a number that the engine wrote in figures: `10`, `2.5`, `1,000`.
    func figure(at index: Int) -> String? {
        guard tokens.indices.contains(index), tokens[index].isWord else { return nil }
        let text = tokens[index].text
        guard text.first?.isNumber ?? false, text.last?.isNumber ?? false,
            text.allSatisfy({ $0.isASCII && $0.isNumber || $0 == "." || $0 == "," })
        else { return nil }
        return text
    }
}
