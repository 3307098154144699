/// Numbers that are one word each, units before tens, as in German:
/// `zweitausenddreihundertsechsundzwanzig`.
struct NumberCompounds: Sendable {
    /// 0 to 99.
    private let small: [String: Int]
    private let ordinals: [String: Int]
    private let and: String
    private let hundred: String
    private let thousand: String

    init(_ words: NumberWords) {
        var small = words.cardinals
        and = words[.and].first ?? ""
        for (unit, value) in words.cardinals where (1...9).contains(value) {
            for (ten, tenValue) in words.cardinals
            where tenValue >= 20 && tenValue.isMultiple(of: 10) {
                small[unit + and + ten] = value + tenValue
            }
        }
        self.small = small
        ordinals = words.ordinals
        hundred = words.scales.first { $0.value == 100 }?.key ?? ""
        thousand = words.scales.first { $0.value == 1000 }?.key ?? ""
    }

    /// A number below a million; nil if the word isn't one.
    func cardinal(_ key: String) -> Int? {
        if let value = small[key] { return value }
        guard key.utf8.count >= hundred.utf8.count else { return nil }
        if let (before, after) = Self.halves(of: key, around: thousand) {
            guard let thousands = before.isEmpty ? 1 : belowThousand(before),
                let rest = after.isEmpty ? 0 : belowThousand(dropAnd(after))
            else { return nil }
            return thousands > 0 ? thousands * 1000 + rest : nil
        }
        return belowThousand(key[...])
    }

    private func belowThousand(_ key: Substring) -> Int? {
        if let value = small[String(key)] { return value }
        guard let (before, after) = Self.halves(of: key, around: hundred),
            let hundreds = before.isEmpty ? 1 : small[String(before)], (1...19).contains(hundreds),
            hundreds != 10, let rest = after.isEmpty ? 0 : small[String(dropAnd(after))]
        else { return nil }
        return hundreds * 100 + rest
    }

    private func dropAnd(_ key: Substring) -> Substring {
        key.utf8.starts(with: and.utf8) ? key.dropFirst(and.count) : key
    }

    /// `dritter`, `einundzwanzigsten`, `hundertste`: a stem and an ending.
    func ordinal(_ key: String) -> Int? {
        guard let stem = Self.stem(of: key) else { return nil }
        if let value = ordinals[String(stem)] { return value }
        if stem.utf8.count > 3, stem.utf8.suffix(2).elementsEqual("st".utf8) {
            let value = cardinal(String(stem.dropLast(2)))
            if let value, value >= 20, !(1...19).contains(value % 100) { return value }
        }
        guard
            Self.halves(of: stem, around: hundred) != nil
                || Self.halves(of: stem, around: thousand) != nil
        else { return nil }
        for (ending, value) in ordinals where stem.hasSuffix(ending) {
            let before = String(dropTrailingAnd(stem.dropLast(ending.count)))
            if let whole = cardinal(before), whole.isMultiple(of: 100), whole > 0 {
                return whole + value
            }
        }
        return nil
    }

    private func dropTrailingAnd(_ key: Substring) -> Substring {
        key.hasSuffix(and) ? key.dropLast(and.count) : key
    }

    /// The word without the ending of an adjective, if the rest ends in t.
    private static func stem(of key: String) -> Substring? {
        var bytes = Substring(key).utf8
        if let last = bytes.last, "rnms".utf8.contains(last) { bytes = bytes.dropLast() }
        guard bytes.last == UInt8(ascii: "e") else { return nil }
        bytes = bytes.dropLast()
        guard bytes.last == UInt8(ascii: "t") else { return nil }
        return Substring(bytes)
    }

    /// The parts before and after the first occurrence of a word. Linear search: both are short.
    private static func halves(
        of key: some StringProtocol, around word: String
    ) -> (Substring, Substring)? {
        let key = Substring(key)
        let (bytes, count) = (key.utf8, word.utf8.count)
        guard bytes.count >= count, let first = word.utf8.first else { return nil }
        var index = bytes.startIndex
        while let found = bytes[index...].firstIndex(of: first) {
            if bytes[found...].starts(with: word.utf8) {
                return (key[..<found], key[bytes.index(found, offsetBy: count)...])
            }
            index = bytes.index(after: found)
        }
        return nil
    }
}
