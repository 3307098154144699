/// A number as it is written, and the index of the token after its words.
struct Figures {
    let text: String
    let next: Int

    init(_ text: String, _ next: Int) {
        self.text = text
        self.next = next
    }

    /// A number with a mark between thousands, if it has enough digits for that in the language.
    static func grouped(_ value: Int, _ words: NumberWords) -> String {
        let digits = "\(value)"
        guard digits.utf8.count >= words.groupFrom else { return digits }
        var text = ""
        for (place, digit) in digits.enumerated() {
            if place > 0, (digits.utf8.count - place).isMultiple(of: 3) { text += words.groupMark }
            text.append(digit)
        }
        return text
    }

    static func twoDigits(_ value: Int) -> String {
        value < 10 ? "0\(value)" : "\(value)"
    }

    /// 3rd, 11th (Chicago Manual of Style 9.6); 3. (Duden: Ordinalzahl).
    static func ordinal(_ value: Int, _ words: NumberWords) -> String {
        guard words.grammar == .english else { return "\(grouped(value, words))." }
        let ending =
            switch (value % 10, value % 100) {
            case (1, let rest) where rest != 11: "st"
            case (2, let rest) where rest != 12: "nd"
            case (3, let rest) where rest != 13: "rd"
            default: "th"
            }
        return grouped(value, words) + ending
    }

    static func money(_ amount: String, _ symbol: String, _ words: NumberWords) -> String {
        guard words.symbolFirst else { return "\(amount) \(symbol)" }
        return amount.hasPrefix("-") ? "-\(symbol)\(amount.dropFirst())" : symbol + amount
    }

    /// North American telephone numbers in their groups (Chicago Manual of Style 9.59).
    static func telephone(_ digits: String, _ words: NumberWords) -> String {
        guard words.grammar == .english else { return digits }
        let groups: [Int]
        switch digits.utf8.count {
        case 7: groups = [3, 4]
        case 10: groups = [3, 3, 4]
        case 11 where digits.hasPrefix("1"): groups = [1, 3, 3, 4]
        default: return digits
        }
        var rest = digits[...]
        return groups.map { count in
            defer { rest = rest.dropFirst(count) }
            return String(rest.prefix(count))
        }.joined(separator: "-")
    }
}
