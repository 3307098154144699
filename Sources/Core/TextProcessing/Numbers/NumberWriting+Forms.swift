import Dictation

// Numbers that are more than one number: 12/5/2025, 2 + 2 = 4, UA 247, +49, 9 to 5:30.

extension NumberWriting {
    // MARK: Commands

    /// "numeral five", "roman numeral seven", unless it is "a numeral".
    func numeral(_ reader: NumberReader, _ index: Int) -> Figures? {
        guard let (isRoman, count) = lexicon.numerals.match(reader.tokens, at: index),
            !lexicon.determiners.contains(reader.key(index - 1)),
            let number = reader.number(at: index + count), !number.isOrdinal
        else { return nil }
        if isRoman {
            return Figures.roman(number.value).map { Figures($0, number.next) }
        }
        return digits(reader, index + count) ?? Figures("\(number.value)", number.next)
    }

    // MARK: Numbers with a special form

    /// 911, 24/7.
    func fixed(_ reader: NumberReader, _ index: Int) -> Figures? {
        guard !reader.key(index).isEmpty,
            let (text, count) = lexicon.fixed.match(reader.tokens, at: index),
            lexicon.digit(reader.key(index - 1)) == nil, isFree(reader, index + count),
            lexicon.digit(reader.key(index + count)) == nil,
            lexicon.hour(reader.tokens, at: index + count) == nil
        else { return nil }
        return Figures(text, index + count)
    }

    /// +49: a sign and at least two digits.
    func international(_ reader: NumberReader, _ start: Int) -> Figures? {
        guard !lexicon.isNumberWord(reader.key(start - 1)) else { return nil }
        var (text, index) = ("", start + 1)
        while text.utf8.count < 32, let digit = lexicon.digit(reader.key(index)) {
            text += "\(digit)"
            index += 1
        }
        return text.utf8.count > 1 && isFree(reader, index) ? Figures("+" + text, index) : nil
    }

    /// "flight two forty seven", "room two twelve", "flight two four seven": 247, 212.
    func code(_ reader: NumberReader, _ start: Int) -> Figures? {
        guard lexicon.words.grammar == .english, reader.isNumbered(start) else { return nil }
        var (text, index) = ("", start)
        while text.utf8.count < 32, let digit = lexicon.digit(reader.key(index)) {
            text += "\(digit)"
            index += 1
        }
        if text.utf8.count > 2, isFree(reader, index) { return Figures(text, index) }
        // "port eighty eighty"
        if let first = reader.pair(at: start), let rest = reader.pair(at: first.next),
            isFree(reader, rest.next)
        {
            return Figures("\(first.value)\(rest.value)", rest.next)
        }
        guard let first = lexicon.words.cardinals[reader.key(start)], (1...12).contains(first),
            let rest = reader.pair(at: start + 1), isFree(reader, rest.next)
        else { return nil }
        return Figures("\(first)\(Figures.twoDigits(rest.value))", rest.next)
    }

    // MARK: Results

    /// "drei zu zwei", "eins zu null": 3:2, 1:0. "Eins zu eins" is an idiom, "um drei zu zwei
    /// Freunden" no result.
    func score(
        _ reader: NumberReader, _ start: Int, _ number: SpokenNumber?
    ) -> Figures? {
        guard let number, isScore(number, reader.key(start)),
            lexicon.has(reader.key(number.next), .scoreWords),
            let other = reader.number(at: number.next + 1),
            isScore(other, reader.key(number.next + 1)),
            number.value != 1 || other.value != 1,
            isUncounted(reader, other.next),
            !lexicon.has(reader.key(start - 1), .notBeforeScores),
            decimals(reader, other.next) == nil
        else { return nil }
        return Figures("\(number.value)\(lexicon.words.scoreMark)\(other.value)", other.next)
    }

    private func isScore(_ number: SpokenNumber, _ key: String) -> Bool {
        !number.isOrdinal && !lexicon.has(key, .articles) && number.value < 200
            && lexicon.words.scales[key] == nil
    }

    // MARK: Marks between numbers

    /// 12/5/2025, 192.168.1.1, 5–9, 10:30: numbers with marks between them that join both.
    func chain(_ reader: NumberReader, _ start: Int, _ number: SpokenNumber?) -> Figures? {
        guard var (text, index) = element(reader, start, number) else { return nil }
        var count = 1
        while count < 16, let mark = joint(reader, index, after: start) {
            let pair = mark == ":" ? reader.pair(at: index + 1) : nil
            if mark == ":" {
                guard let pair, pair.value < 60 else { break }
                (text, index) = (text + ":" + Figures.twoDigits(pair.value), pair.next)
            } else {
                guard let next = element(reader, index + 1, reader.number(at: index + 1))
                else { break }
                (text, index) = (text + mark + next.text, next.next)
            }
            count += 1
        }
        guard count > 1,
            isFree(reader, index)
                || lexicon.percent.match(reader.tokens, at: index) != nil
        else { return nil }
        guard !reader.key(index).isEmpty,
            let (_, words) = lexicon.percent.match(reader.tokens, at: index)
        else { return Figures(text, index) }
        return Figures(text + lexicon.words.percentMark, index + words)
    }

    /// A number in digits without marks between thousands, up to a mark.
    private func element(
        _ reader: NumberReader, _ start: Int, _ number: SpokenNumber?
    ) -> (text: String, next: Int)? {
        if let part = addressPart(reader, start) { return part }
        let (text, index) = digitByDigit(reader, start, atMost: 32)
        if let number, number.next > index {
            let isPlain = !number.isOrdinal && !number.isVague && number.scale == nil
            return isPlain && !number.isDecade ? ("\(number.value)", number.next) : nil
        }
        return text.isEmpty ? nil : (text, index)
    }

    /// A part of an address of the Internet that is said as "one ninety two" is: 192.
    private func addressPart(_ reader: NumberReader, _ start: Int) -> (text: String, next: Int)? {
        guard lexicon.words.grammar == .english, let first = lexicon.digit(reader.key(start)),
            (1...2).contains(first), let rest = reader.pair(at: start + 1),
            first * 100 + rest.value < 256,
            joint(reader, rest.next, after: start) == "."
                || joint(reader, start - 1, after: start) == "."
        else { return nil }
        return ("\(first)\(Figures.twoDigits(rest.value))", rest.next)
    }

    /// "a twenty second clip", "the sixty second rule": 20-second, 60-second.
    func duration(_ reader: NumberReader, _ start: Int) -> Figures? {
        guard let tens = lexicon.words.cardinals[reader.key(start)], tens >= 20,
            lexicon.words.ordinals[reader.key(start + 1)] == 2,
            reader.key(start + 1) == "second"
        else { return nil }
        let next = reader.key(start + 2)
        let isTimed = lexicon.has(next, .timed)
        let hasArticle =
            lexicon.has(reader.key(start - 1), .articles) && start + 2 < reader.tokens.count
        guard isTimed || hasArticle && !lexicon.has(next, .ordered) else { return nil }
        return Figures("\(tens)-second", start + 2)
    }

    /// The digits that are said one by one from here on: "one oh one".
    func digitByDigit(
        _ reader: NumberReader, _ start: Int, atMost most: Int
    ) -> (text: String, next: Int) {
        var (text, index) = ("", start)
        while text.utf8.count < most, let digit = lexicon.digit(reader.key(index)),
            !lexicon.has(reader.key(index), .articles)
        {
            text += "\(digit)"
            index += 1
        }
        return (text, index)
    }

    /// The mark at the index, if it may stand between two numbers.
    private func joint(_ reader: NumberReader, _ index: Int, after start: Int) -> String? {
        guard index < reader.tokens.count else { return nil }
        let mark = reader.tokens[index]
        guard mark.isMark, !mark.isEngines else { return nil }
        if mark.joinsLeft, mark.joinsRight {
            return ["/", ".", "-", "–"].contains(mark.text) ? mark.text : nil
        }
        // "version zwei punkt fünf"
        if mark.text == ".", lexicon.has(reader.key(start - 1), .versions) { return "." }
        return mark.text == ":" ? ":" : nil
    }

    // MARK: Equations

    /// 2 + 2 = 4. Without the equals sign it is a sentence.
    func equation(_ reader: NumberReader, _ start: Int) -> Figures? {
        guard var (text, index) = operand(reader, start) else { return nil }
        var (operators, isEqual) = (0, false)
        while operators < 16, !reader.key(index).isEmpty {
            if let (sign, count) = lexicon.operators.match(reader.tokens, at: index),
                let next = operand(reader, index + count)
            {
                text += " \(plainMarks ? Figures.plainSign(sign) : sign) \(next.text)"
                index = next.next
                operators += 1
            } else if operators > 0, !isEqual,
                let (_, count) = lexicon.equals.match(reader.tokens, at: index),
                let next = operand(reader, index + count)
            {
                text += " = \(next.text)"
                index = next.next
                isEqual = true
            } else {
                break
            }
        }
        return isEqual ? Figures(text, index) : nil
    }

    private func operand(_ reader: NumberReader, _ start: Int) -> (text: String, next: Int)? {
        let isNegative = lexicon.has(reader.key(start), .negative)
        if let digits = reader.figure(at: isNegative ? start + 1 : start) {
            let sign = isNegative ? (plainMarks ? "-" : "−") : ""
            return (sign + digits, isNegative ? start + 2 : start + 1)
        }
        guard let number = reader.number(at: isNegative ? start + 1 : start), !number.isOrdinal,
            !number.isDecade
        else { return nil }
        let sign = isNegative ? (plainMarks ? "-" : "−") : ""
        let text = sign + Figures.grouped(number.value, lexicon.words)
        guard let (digits, next) = decimals(reader, number.next) else { return (text, number.next) }
        return (text + digits, next)
    }

    // MARK: One style

    /// A small number beside one in digits: "9 to 5:30" (Chicago Manual of Style 9.7).
    func rangeEnd(
        _ reader: NumberReader, _ index: Int, _ number: SpokenNumber?, after last: Figures?
    ) -> Figures? {
        guard style == .smart, let number, !number.isOrdinal, !number.isVague,
            number.value < 10, number.next == index + 1
        else { return nil }
        let figures = Figures("\(number.value)", number.next)
        if let last, last.next == index - 1, last.isSmall, isRange(reader, index - 1) {
            return figures
        }
        guard isRange(reader, number.next), let other = reader.number(at: number.next + 1),
            other.value < 100 || lexicon.words.scales[reader.key(number.next + 2)] == nil,
            !other.isYear, self.figures(reader, number.next + 1, other)?.isSmall ?? false
        else { return nil }
        return figures
    }

    /// Whether the word stands between two numbers of the same style: "to", "between 5 and 10".
    private func isRange(_ reader: NumberReader, _ index: Int) -> Bool {
        let key = reader.key(index)
        // “nine and twelve”, “five, nine and twelve”
        if reader.tokens.indices.contains(index), reader.tokens[index].text == "," { return true }
        if lexicon.has(key, .and) { return true }
        guard lexicon.has(key, .ranges) else { return false }
        guard let needed = lexicon.words.rangesAfter[key] else { return true }
        return (1...4).contains { reader.key(index - $0) == needed }
    }

    /// The index after a time that is written in words: "ten past three", "half past ten" (Chicago
    /// Manual of Style 9.37).
    func clock(_ reader: NumberReader, _ index: Int) -> Int? {
        guard style == .smart else { return nil }
        func isHour(_ place: Int) -> Bool {
            guard let hour = lexicon.cardinal(reader.key(place)), (1...12).contains(hour)
            else { return false }
            return isFree(reader, place + 1)
                && lexicon.hour(reader.tokens, at: place + 1) == nil
                && lexicon.dayHalf(reader.tokens, at: place + 1) == nil
        }
        func isClockWord(_ place: Int, before minutes: Int) -> Bool {
            let key = reader.key(place)
            if lexicon.has(key, .clockWords) { return true }
            return lexicon.clockWordsAfter[key]?.contains(reader.key(minutes - 1)) ?? false
        }
        if lexicon.has(reader.key(index - 2), .clockParts), isHour(index),
            lexicon.has(reader.key(index - 1), .clockWords)
                || lexicon.clockWordsAfter[reader.key(index - 1)]?
                    .contains(reader.key(index - 2)) ?? false
        {
            return index + 1
        }
        guard let minutes = reader.number(at: index), !minutes.isOrdinal, !minutes.isVague,
            minutes.value < 30, minutes.value.isMultiple(of: 5), minutes.value > 0,
            isClockWord(minutes.next, before: index), isHour(minutes.next + 1)
        else { return nil }
        return minutes.next + 2
    }
}

extension Figures {
    /// Whether it is a time, or a number of one or two digits with what follows it.
    fileprivate var isSmall: Bool {
        guard text.first?.isNumber ?? false, !text.contains("/") else { return false }
        return text.contains(":") || text.prefix { $0.isNumber }.utf8.count < 3
    }

    /// nil for numbers that have no Roman numeral.
    static func roman(_ value: Int) -> String? {
        guard (1...3999).contains(value) else { return nil }
        let signs = [
            (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"),
            (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I"),
        ]
        var (text, rest) = ("", value)
        for (worth, sign) in signs {
            text += String(repeating: sign, count: rest / worth)
            rest %= worth
        }
        return text
    }

    /// A sign of arithmetic with the keys of any keyboard.
    static func plainSign(_ sign: String) -> String {
        switch sign {
        case "−": "-"
        case "×", "·": "*"
        case "÷": "/"
        default: sign
        }
    }
}
