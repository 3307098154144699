/// A spoken whole number.
struct SpokenNumber {
    var value: Int
    /// The index of the token after it.
    var next: Int
    var isOrdinal = false
    /// Spoken as years are: `nineteen eighty-four`, `neunzehnhundertvierundachtzig`.
    var isYear = false
    /// Ten or a hundred years: `nineteen eighties`.
    var isDecade = false
    /// `a hundred`: written in words unless more makes it a figure.
    var isVague = false
    /// The scale of a million or more that it ends with: `two million`.
    var scale: (value: Int, word: String)?
}

/// Reads numbers in a row of tokens. A token that is no word counts as an empty key.
struct NumberReader {
    let lexicon: NumberLexicon
    let tokens: [Token]

    /// The key of a word; empty for marks, pauses and out of range.
    func key(_ index: Int) -> String {
        guard tokens.indices.contains(index), tokens[index].isWord else { return "" }
        return tokens[index].key
    }

    func number(at index: Int) -> SpokenNumber? {
        switch lexicon.words.grammar {
        case .none: nil
        case .english: year(at: index) ?? english(at: index)
        case .german: german(at: index)
        }
    }

    /// Whether the words before a number make it one in digits: "page", also before letters, as in
    /// "flight UA".
    func isNumbered(_ index: Int) -> Bool {
        var place = index - 1
        while place >= 0, place > index - 4, isLetter(place) { place -= 1 }
        guard place >= 0 else { return false }
        if lexicon.has(key(place), .numberedInTurn) {
            var number = place
            while number > 0, number > place - 8, lexicon.isNumberWord(key(number - 1)) {
                number -= 1
            }
            return number < place && isNumbered(number)
        }
        return lexicon.has(tokens[place].isWord ? key(place) : tokens[place].text, .numbered)
    }

    func isLetter(_ index: Int) -> Bool {
        let key = key(index)
        return key.utf8.count == 1 && key.utf8.allSatisfy { (0x61...0x7A).contains($0) }
    }

    /// The letters between "flight" and a number in capitals, as one word.
    func letters(at start: Int) -> Figures? {
        guard isLetter(start), isNumbered(start) else { return nil }
        var (text, index) = ("", start)
        while index < start + 3, isLetter(index) {
            text += key(index).uppercased()
            index += 1
        }
        // "flight a hundred" has an article.
        guard text.utf8.count > 1 || !["A", "I"].contains(text), number(at: index) != nil
        else { return nil }
        return Figures(text, index)
    }

    // MARK: Separate words, tens before units

    /// 0 to 99, or an ordinal of any size that is one word or a ten and a unit.
    private func small(at index: Int) -> SpokenNumber? {
        let word = key(index)
        if let value = lexicon.words.cardinals[word] {
            let next = key(index + 1)
            if value >= 20, let unit = lexicon.words.cardinals[next], (1...9).contains(unit) {
                return SpokenNumber(value: value + unit, next: index + 2)
            }
            if value >= 20, let unit = lexicon.words.ordinals[next], (1...9).contains(unit) {
                return SpokenNumber(value: value + unit, next: index + 2, isOrdinal: true)
            }
            return SpokenNumber(value: value, next: index + 1)
        }
        return lexicon.words.ordinals[word].map {
            SpokenNumber(value: $0, next: index + 1, isOrdinal: true)
        }
    }

    private func english(at start: Int) -> SpokenNumber? {
        var (index, total, limit) = (start, 0, Int.max)
        var result = SpokenNumber(value: 0, next: start)
        while true {
            guard var group = group(at: index, isFirst: limit == .max) else { break }
            if group.isOrdinal {
                group.value += total
                return group
            }
            index = group.next
            result.isVague = group.isVague
            if let ordinal = lexicon.words.ordinals[key(index)], ordinal >= 1000, ordinal < limit {
                return SpokenNumber(
                    value: total + group.value * ordinal, next: index + 1, isOrdinal: true)
            }
            guard let scale = lexicon.words.scales[key(index)], scale >= 1000, scale < limit else {
                total += group.value
                result.scale = nil
                result.next = index
                result.value = total
                return result
            }
            total += group.value * scale
            limit = scale
            result.scale = scale >= 1_000_000 ? (scale, lexicon.scaleName(tokens[index])) : nil
            index += 1
            result.next = index
            result.value = total
            let rest = lexicon.has(key(index), .and) ? index + 1 : index
            guard small(at: rest).map({ $0.value > 0 }) ?? false else { break }
            result.isVague = false
            index = rest
        }
        return result.next > start ? result : nil
    }

    /// Up to 999, or 1,100 to 1,999 in hundreds.
    private func group(at index: Int, isFirst: Bool) -> SpokenNumber? {
        var group: SpokenNumber
        if let small = small(at: index) {
            group = small
        } else if isFirst, lexicon.has(key(index), .articles),
            lexicon.words.scales[key(index + 1)] != nil
        {
            group = SpokenNumber(value: 1, next: index + 1, isVague: true)
        } else {
            return nil
        }
        guard !group.isOrdinal, (1...9).contains(group.value) || (11...19).contains(group.value)
        else { return group }
        if lexicon.words.ordinals[key(group.next)] == 100 {
            return SpokenNumber(value: group.value * 100, next: group.next + 1, isOrdinal: true)
        }
        guard lexicon.words.scales[key(group.next)] == 100 else { return group }
        group.value *= 100
        group.next += 1
        let rest = lexicon.has(key(group.next), .and) ? group.next + 1 : group.next
        // "one hundred and two hundred" are two numbers.
        if let small = small(at: rest), (1...99).contains(small.value),
            lexicon.words.scales[key(small.next)] != 100
        {
            group.value += small.value
            group.next = small.next
            group.isOrdinal = small.isOrdinal
            group.isVague = false
        }
        return group
    }

    /// Two pairs of digits: nineteen eighty-four, twenty oh five, twenty twenty-six.
    private func year(at index: Int) -> SpokenNumber? {
        guard let century = lexicon.words.cardinals[key(index)], (10...20).contains(century)
        else { return nil }
        if let decade = lexicon.words.decades[key(index + 1)], century > 10 {
            return SpokenNumber(
                value: century * 100 + decade % 100, next: index + 2, isDecade: true)
        }
        guard let (rest, next) = pair(at: index + 1), lexicon.words.scales[key(next)] == nil,
            // Ten to twelve are more likely to begin a time than a year.
            century > 12 || lexicon.has(key(index - 1), .yearPrefixes) || rest > 59
        else { return nil }
        return SpokenNumber(value: century * 100 + rest, next: next, isYear: true)
    }

    /// 01 to 99 as spoken after hours and centuries.
    func pair(at index: Int) -> (value: Int, next: Int)? {
        if lexicon.has(key(index), .zeros), let unit = lexicon.digit(key(index + 1)), unit > 0 {
            return (unit, index + 2)
        }
        guard let small = small(at: index), !small.isOrdinal, (10...99).contains(small.value)
        else { return nil }
        return (small.value, small.next)
    }

    // MARK: One word, units before tens

    private func german(at start: Int) -> SpokenNumber? {
        // Some engines split compounds: parts that joined are a number still count as one.
        var joined = key(start)
        guard !joined.isEmpty else { return nil }
        var best = lexicon.cardinal(joined).map { SpokenNumber(value: $0, next: start + 1) }
        if best == nil, lexicon.words.scales[joined] == nil {
            return lexicon.ordinal(joined).map {
                SpokenNumber(value: $0, next: start + 1, isOrdinal: true)
            }
        }
        var index = start + 1
        // Only "und" can still be missing for a number.
        while index < start + 8, best == nil || best?.next == index || best?.next == index - 1 {
            let part = key(index)
            guard !part.isEmpty, lexicon.isNumberWord(part) else { break }
            joined += part
            index += 1
            if let value = lexicon.cardinal(joined) {
                best = SpokenNumber(value: value, next: index)
            } else if let value = lexicon.ordinal(joined) {
                return SpokenNumber(value: value, next: index, isOrdinal: true)
            }
        }
        guard var number = best else { return nil }
        number.isYear = (1100...1999).contains(number.value) && isInHundreds(start, number.next)
        let isOneWord = number.next == start + 1
        let isArticle = isOneWord && lexicon.has(key(start), .articles)
        let isScale = isOneWord && lexicon.words.scales[key(start)] != nil
        number.isVague = isArticle || isScale
        if let scale = lexicon.words.scales[key(number.next)], scale >= 1_000_000,
            number.value > 0
        {
            number.scale = (scale, lexicon.scaleName(tokens[number.next]))
            number.value *= scale
            number.next += 1
            if let rest = german(at: number.next), !rest.isOrdinal, !rest.isVague,
                rest.value > 0, rest.value < scale
            {
                number.value += rest.value
                number.next = rest.next
                number.scale = nil
                number.isVague = false
            }
        }
        return number
    }

    /// Whether a number is spoken in hundreds, as years are; amounts are spoken in thousands.
    private func isInHundreds(_ start: Int, _ end: Int) -> Bool {
        let thousand = lexicon.words.scales.first { $0.value == 1000 }?.key ?? ""
        return !(start..<end).contains { key($0).contains(thousand) }
    }
}
