import Dictation

/// Writes spoken numbers in digits, where the style asks for it.
struct NumberWriting: Sendable {
    let lexicon: NumberLexicon
    let style: NumberStyle
    /// Whether signs are written with the keys of every keyboard: `-` and `*`.
    let plainMarks: Bool
    /// Whether "numeral" is a command.
    let obeysCommands: Bool

    init(
        _ lexicon: NumberLexicon, style: NumberStyle, plainMarks: Bool = false,
        obeysCommands: Bool = true
    ) {
        self.lexicon = lexicon
        self.style = style
        self.plainMarks = plainMarks
        self.obeysCommands = obeysCommands
    }

    func apply(_ tokens: [Token]) -> [Token] {
        guard lexicon.words.grammar != .none else { return tokens }
        let reader = NumberReader(lexicon: lexicon, tokens: tokens)
        var result: [Token] = []
        result.reserveCapacity(tokens.count)
        var index = 0
        /// The last number that was written in digits, and the index after it.
        var last: Figures?
        while index < tokens.count {
            let key = reader.key(index)
            if key.utf8.count == 1, style != .words, let letters = reader.letters(at: index) {
                result.append(.fixed(letters.text))
                index = letters.next
                continue
            }
            if key.utf8.first.map({ (0x30...0x39).contains($0) }) ?? false
                || lexicon.has(key, .negative),
                let figures = written(reader, index)
            {
                var token = Token.fixed(figures.text)
                token.joinsLeft = tokens[index].joinsLeft
                result.append(token)
                (index, last) = (figures.next, figures)
                continue
            }
            let isNumber = !key.isEmpty && lexicon.begins(key) && !isNamed(tokens, index)
            if let count = plain(reader, index) ?? (isNumber ? nil : 1) {
                result += tokens[index..<(index + count)]
                index += count
                continue
            }
            if lexicon.has(key, .weekdays), let place = dateAfterWeekday(reader, index) {
                result +=
                    [tokens[index], .mark(",", .left, .divider)]
                    + tokens[(index + 1)..<place]
                index = place
                continue
            }
            if let figures = house(after: index - 1, reader) {
                if let street = result.indices.last, result[street].isFree {
                    result[street].text = result[street].text.withFirstCapital
                }
                result.append(.fixed(figures.text))
                index = figures.next
                last = figures
                continue
            }
            let number = reader.number(at: index)
            if let ruler = ruler(reader, index, number), result.count > 1,
                result[result.count - 1] == tokens[index - 1]
            {
                let name = result.count - 2
                if result[name].isFree {
                    result[name].text = result[name].text.withFirstCapital
                }
                result[result.count - 1] = .fixed(ruler.text)
                index = ruler.next
                continue
            }
            if isFraction(reader, index) {
                result.append(tokens[index].hyphenated(with: tokens[index + 1]))
                index += 2
                continue
            }
            if let figures = figures(reader, index, number, after: last) {
                var token = Token.fixed(figures.text)
                token.joinsLeft = tokens[index].joinsLeft
                result.append(token)
                index = figures.next
                last = figures
            } else {
                let next = clock(reader, index) ?? max(index + 1, number?.next ?? 0)
                result += spelled(Array(tokens[index..<next]))
                index = next
                if next < tokens.count, tokens[next].isMark, decimals(reader, next) != nil {
                    result.append(.word(tokens[next].key))  // "drei Komma fünf"
                    index += 1
                }
            }
        }
        return result
    }

    /// Whether the engine wrote a number word as part of a name: “the Tenth Edition”.
    private func isNamed(_ tokens: [Token], _ index: Int) -> Bool {
        func isCapital(_ place: Int) -> Bool {
            tokens.indices.contains(place) && tokens[place].isWord
                && tokens[place].text.first?.isUppercase ?? false
        }
        return isCapital(index) && isCapital(index + 1) && lexicon.isNumberWord(tokens[index].key)
            && !lexicon.isNumberWord(tokens[index + 1].key)
            && index > 0 && (tokens[index - 1].isWord || tokens[index - 1].role == .openingQuote)
    }

    /// The number of tokens of a phrase in which a number word isn't a number: "no one". A longer
    /// number takes precedence: "the one hundred and first".
    private func plain(_ reader: NumberReader, _ index: Int) -> Int? {
        guard !reader.key(index).isEmpty,
            let (_, count) = lexicon.plain.match(reader.tokens, at: index)
        else { return nil }
        let end = index + count
        // "seven eleven a.m." is a time.
        guard lexicon.dayHalf(reader.tokens, at: end) == nil else { return nil }
        return reader.number(at: end - 1).map { $0.next > end } ?? false ? nil : count
    }

    /// - Parameters:
    ///   - number: the number that the reader found at the index.
    ///   - last: the number that was written last.
    private func figures(
        _ reader: NumberReader, _ index: Int, _ number: SpokenNumber?, after last: Figures?
    ) -> Figures? {
        if obeysCommands, let figures = numeral(reader, index) { return figures }
        guard style != .words else { return nil }
        if style == .smart, clock(reader, index) != nil { return nil }
        return figures(reader, index, number)
            ?? rangeEnd(reader, index, number, after: last)
    }

    func figures(
        _ reader: NumberReader, _ index: Int, _ number: SpokenNumber?
    ) -> Figures? {
        let named =
            address(reader, index, number) ?? namedByNumber(reader, index, number)
            ?? fixed(reader, index) ?? score(reader, index, number)
        return named ?? duration(reader, index) ?? chain(reader, index, number) ?? equation(
            reader, index)
            ?? digits(reader, index) ?? code(reader, index) ?? date(reader, index, number)
            ?? time(reader, index, number) ?? amount(reader, index, number)
    }

    /// A number in words, with a hyphen as in twenty-six (Chicago Manual of Style 7.89).
    private func spelled(_ tokens: [Token]) -> [Token] {
        guard lexicon.words.grammar == .english else { return tokens }
        var result: [Token] = []
        for token in tokens {
            let unit = lexicon.words.cardinals[token.key] ?? lexicon.words.ordinals[token.key]
            if let unit, (1...9).contains(unit), let ten = result.last, ten.isWord,
                let value = lexicon.words.cardinals[ten.key], value >= 20
            {
                result[result.count - 1] = ten.hyphenated(with: token)
            } else {
                result.append(token)
            }
        }
        return result
    }

    // MARK: Digits one by one

    /// A telephone number, a code: four digits or more, or three with a zero or a "double".
    func digits(_ reader: NumberReader, _ start: Int) -> Figures? {
        var (text, index, isCode, hasHundred) = ("", start, false, false)
        if lexicon.has(reader.key(start), .plus) { return international(reader, start) }
        // Longer codes are read in parts, which limits the time for long runs of digits that are no
        // code.
        while text.utf8.count < 32 {
            let key = reader.key(index)
            if let count = lexicon.words.repeats[key],
                let digit = lexicon.digit(reader.key(index + 1))
            {
                text += String(repeating: "\(digit)", count: count)
                isCode = true
                index += 2
            } else if let digit = lexicon.digit(key), !lexicon.has(key, .articles) {
                text += "\(digit)"
                // "one eight hundred": North American numbers that cost the caller nothing.
                if text == "\(digit)" || text == "1\(digit)",
                    lexicon.words.scales[reader.key(index + 1)] == 100
                {
                    text += "00"
                    hasHundred = true
                    index += 1
                }
                if digit == 0 { isCode = true }
                index += 1
            } else {
                break
            }
        }
        let next = reader.key(index)
        // "at nine oh five" is a time.
        if text.utf8.count == 3,
            lexicon.has(reader.key(start - 1), .timePrefixes)
                || lexicon.dayHalf(reader.tokens, at: index) != nil
        {
            return nil
        }
        guard text.utf8.count > 3 || (isCode && text.utf8.count == 3),
            lexicon.words.scales[next] == nil, !lexicon.has(next, .decimal),
            !hasHundred || text.utf8.count >= 10
        else { return nil }
        return Figures(Figures.telephone(text, lexicon.words), index)
    }

    // MARK: Times

    private func time(
        _ reader: NumberReader, _ index: Int, _ number: SpokenNumber?
    ) -> Figures? {
        if lexicon.words.grammar == .german {
            return number.flatMap { timeWithHourBetween(reader, $0) }
        }
        if let figures = dayHours(reader, index) { return figures }
        guard let hour = lexicon.words.cardinals[reader.key(index)], (1...12).contains(hour)
        else { return nil }
        var (text, next) = ("\(hour)", index + 1)
        if let minutes = reader.pair(at: next), minutes.value < 60,
            isFree(reader, minutes.next), lexicon.cardinal(reader.key(index - 1)) == nil
        {
            text += ":" + Figures.twoDigits(minutes.value)
            next = minutes.next
        }
        if let (half, count) = lexicon.dayHalf(reader.tokens, at: next) {
            return Figures("\(text) \(half)", next + count)
        }
        if let (word, count) = lexicon.hour(reader.tokens, at: next) {
            return Figures("\(text) \(word)", next + count)
        }
        return next > index + 1 ? Figures(text, next) : nil
    }

    /// "at eighteen hundred hours", "at oh six forty five hours": 1800, 0645 (Chicago Manual of
    /// Style 9.40).
    private func dayHours(_ reader: NumberReader, _ start: Int) -> Figures? {
        guard lexicon.has(reader.key(start - 1), .dayHourPrefixes),
            let hour = reader.pair(at: start), hour.value < 24
        else { return nil }
        let isFull = lexicon.words.scales[reader.key(hour.next)] == 100
        let minutes = isFull ? (value: 0, next: hour.next + 1) : reader.pair(at: hour.next)
        guard let minutes, minutes.value < 60, lexicon.has(reader.key(minutes.next), .dayHours)
        else { return nil }
        let text = Figures.twoDigits(hour.value) + Figures.twoDigits(minutes.value)
        return Figures(text, minutes.next)
    }

    /// 8 Uhr, 8:30 Uhr (Duden: Uhrzeit).
    private func timeWithHourBetween(
        _ reader: NumberReader, _ hour: SpokenNumber
    ) -> Figures? {
        guard !hour.isOrdinal, (0...24).contains(hour.value),
            let (name, count) = lexicon.hour(reader.tokens, at: hour.next)
        else { return nil }
        let next = hour.next + count
        guard let minutes = reader.number(at: next), !minutes.isOrdinal, !minutes.isVague,
            (1...59).contains(minutes.value), isFree(reader, minutes.next)
        else { return Figures("\(hour.value) \(name)", next) }
        return Figures("\(hour.value):\(Figures.twoDigits(minutes.value)) \(name)", minutes.next)
    }

    /// Whether a number may end here: no word follows that continues a number.
    func isFree(_ reader: NumberReader, _ index: Int) -> Bool {
        let key = reader.key(index)
        return key.isEmpty
            || (lexicon.cardinal(key) == nil && lexicon.words.scales[key] == nil
                && lexicon.currencies[key] == nil && !lexicon.has(key, .units)
                && lexicon.percent.match(reader.tokens, at: index) == nil)
    }
}

extension Token {
    /// One word of two: twenty-six, two-thirds. No later rule applies to it.
    fileprivate func hyphenated(with next: Token) -> Token {
        var word = self
        word.text += "-" + next.text
        word.key = ""
        return word
    }
}
