import Dictation

// Numbers of houses: 42 Baker Street, Goethestraße 3a. What may be something else stays words.

extension NumberWriting {
    /// A house and its street, as in “42 Baker Street” (Chicago Manual of Style 9.51). Before one
    /// street only its number can stand: “ten streets” have an s.
    func address(
        _ reader: NumberReader, _ start: Int, _ number: SpokenNumber?
    ) -> Figures? {
        guard lexicon.words.grammar == .english, !reader.key(start).isEmpty,
            !lexicon.determiners.contains(reader.key(start - 1)),
            let (text, index) = house(reader, start, number)
        else { return nil }
        if reader.isLetter(index), let name = street(reader, index + 1) {
            return Figures("\(text)\(reader.key(index).uppercased()) \(name.text)", name.next)
        }
        return street(reader, index).map { Figures("\(text) \($0.text)", $0.next) }
    }

    /// The longest number of a house: "two twenty one", "one oh one", "sixteen hundred".
    private func house(
        _ reader: NumberReader, _ start: Int, _ number: SpokenNumber?
    ) -> (text: String, next: Int)? {
        var (text, index) = digitByDigit(reader, start, atMost: 6)
        if text.utf8.count < 2 || text.hasPrefix("0") { (text, index) = ("", start) }
        if let hundreds = number, !hundreds.isOrdinal, !hundreds.isVague,
            (1...99).contains(hundreds.value), let rest = reader.pair(at: hundreds.next),
            rest.next > index
        {
            (text, index) = ("\(hundreds.value)\(Figures.twoDigits(rest.value))", rest.next)
        }
        if let number, !number.isOrdinal, !number.isVague, !number.isDecade, number.scale == nil,
            (2...99_999).contains(number.value), number.next > index
        {
            (text, index) = ("\(number.value)", number.next)
        }
        return text.isEmpty ? nil : (text, index)
    }

    /// The name of a street of at most three words, and "street".
    private func street(_ reader: NumberReader, _ start: Int) -> Figures? {
        var words: [String] = []
        var index = start
        while words.count < 4, !lexicon.isStreet(reader.key(index)) {
            guard index < reader.tokens.count, reader.tokens[index].isFree,
                let name = streetWord(reader, index)
            else { return nil }
            words.append(name.text)
            index = name.next
        }
        // “two blocks past main street”
        let isOneName =
            words.count == 1 || lexicon.isName(reader.key(start))
            || lexicon.has(reader.key(start), .streetBeginnings)
            || lexicon.isNumberWord(reader.key(start))
        guard !words.isEmpty, words.count < 4, isOneName, isAfterStreet(reader, index + 1)
        else { return nil }
        words.append(reader.tokens[index].text.withFirstCapital)
        return Figures(words.joined(separator: " "), index + 1)
    }

    private func streetWord(_ reader: NumberReader, _ index: Int) -> Figures? {
        let isLast = lexicon.isStreet(reader.key(index + 1))
        if lexicon.isNumberWord(reader.key(index)) {
            guard let number = reader.number(at: index), number.isOrdinal,
                lexicon.isStreet(reader.key(number.next))
            else { return nil }
            return numberedStreet(reader, index, number)
        }
        guard lexicon.isStreetName(reader.key(index), isLast: isLast) else { return nil }
        return Figures(reader.tokens[index].text.withFirstCapital, index + 1)
    }

    private func numberedStreet(
        _ reader: NumberReader, _ index: Int, _ number: SpokenNumber
    ) -> Figures {
        let text =
            number.value < 10
            ? reader.tokens[index].text.withFirstCapital
            : Figures.ordinal(number.value, lexicon.words)
        return Figures(text, number.next)
    }

    /// A street that has a number for a name: "on fifth avenue", "on forty second street". Not "the
    /// fifth avenue", which is counted.
    func namedByNumber(
        _ reader: NumberReader, _ index: Int, _ number: SpokenNumber?
    ) -> Figures? {
        guard lexicon.words.grammar == .english, let number, number.isOrdinal,
            lexicon.isStreet(reader.key(number.next)), lexicon.isBeforeName(reader.key(index - 1)),
            isAfterStreet(reader, number.next + 1)
        else { return nil }
        let name = numberedStreet(reader, index, number)
        let street = reader.tokens[number.next].text.withFirstCapital
        return Figures("\(name.text) \(street)", number.next + 1)
    }

    /// Whether the name of a street may end before the index: "street lights" are no street.
    private func isAfterStreet(_ reader: NumberReader, _ index: Int) -> Bool {
        isUncounted(reader, index) || lexicon.isName(reader.key(index))
    }

    /// The number of a house after a German street that is one word: "goethestraße drei a".
    func house(after street: Int, _ reader: NumberReader) -> Figures? {
        guard style != .words, lexicon.words.grammar == .german,
            lexicon.isStreet(reader.key(street)),
            let number = reader.number(at: street + 1), !number.isOrdinal, !number.isVague,
            (1...999).contains(number.value)
        else { return nil }
        if reader.isLetter(number.next), isAfterStreet(reader, number.next + 1) {
            return Figures("\(number.value)\(reader.key(number.next))", number.next + 1)
        }
        return isAfterStreet(reader, number.next) ? Figures("\(number.value)", number.next) : nil
    }
}
