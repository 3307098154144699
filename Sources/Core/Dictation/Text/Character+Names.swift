// How messages show characters, invisible ones included.

extension Character {
    /// `U+1F44D U+1F3FD`.
    public var codePoints: String {
        unicodeScalars.map(\.codePoint).joined(separator: " ")
    }

    /// The character itself, or its code points if it is invisible or can't stand alone: space,
    /// joiners, combining marks, private and unassigned ones.
    public var shown: String { isSelfEvident ? String(self) : codePoints }

    /// The character with its code points and, if it is a single one, its name in Unicode:
    /// `“☃” (U+2603 SNOWMAN)`.
    public var named: String {
        var words = codePoints
        if unicodeScalars.count == 1, let scalar = unicodeScalars.first,
            let name = scalar.properties.name,
            // CJK UNIFIED IDEOGRAPH-6F22 adds nothing to the code point.
            !name.hasSuffix(String(scalar.value, radix: 16, uppercase: true))
        {
            words += " \(name)"
        }
        return isSelfEvident ? "“\(self)” (\(words))" : words
    }

    private var isSelfEvident: Bool {
        switch unicodeScalars.first!.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator,
            .nonspacingMark, .enclosingMark, .spacingMark, .privateUse, .unassigned, .surrogate:
            false
        default: true
        }
    }
}

extension [Character] {
    /// For messages: the first six by name, and the number of the others.
    public var named: String {
        let most = 6
        let names = prefix(most).map(\.named) + (count > most ? ["\(count - most) more"] : [])
        guard let last = names.last, names.count > 1 else { return names.first ?? "" }
        return names.dropLast().joined(separator: ", ") + " and " + last
    }
}

extension Unicode.Scalar {
    fileprivate var codePoint: String {
        let digits = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
