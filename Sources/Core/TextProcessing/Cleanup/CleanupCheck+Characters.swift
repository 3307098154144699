// Characters that a reader can't see, or can't distinguish from others.

extension CleanupCheck {
    /// Whether a text has invisible characters that another one doesn't have. Joiners don't count
    /// where the script or an emoji needs them.
    static func hides(_ answer: String, comparedWith text: Substring) -> Bool {
        var left: [Unicode.Scalar: Int] = [:]
        for scalar in invisible(in: Array(text.unicodeScalars)) { left[scalar, default: 0] += 1 }
        for scalar in invisible(in: Array(answer.unicodeScalars)) {
            guard let count = left[scalar], count > 0 else { return true }
            left[scalar] = count - 1
        }
        return false
    }

    private static func invisible(in scalars: [Unicode.Scalar]) -> [Unicode.Scalar] {
        scalars.indices.filter { index in
            let (scalar, properties) = (scalars[index], scalars[index].properties)
            guard properties.isDefaultIgnorableCodePoint || properties.generalCategory == .format
            else { return false }
            let before = index > 0 ? scalars[index - 1] : nil
            let after = index + 1 < scalars.count ? scalars[index + 1] : nil
            switch scalar {
            case "\u{200C}", "\u{200D}":
                // Unicode 9.2 and 12.1, emoji: UTS #51.
                if before.map(takesJoiners) == true, after.map(takesJoiners) ?? true {
                    return false
                }
                return
                    !(scalar == "\u{200D}" && before.map(isInEmoji) == true
                    && after.map(isInEmoji) == true)
            case "\u{FE0E}", "\u{FE0F}":
                return before.map(isInEmoji) != true
            default:
                return true
            }
        }.map { scalars[$0] }
    }

    private static func isInEmoji(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.isEmoji || scalar == "\u{FE0F}"
    }

    /// Whether it is a letter or mark of a script in which ZWJ and ZWNJ make a visible difference:
    /// from Arabic to Mongolian, and the scripts of South and Southeast Asia.
    private static func takesJoiners(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x0600...0x109F, 0x1700...0x1AFF, 0xA840...0xA8FF, 0xA980...0xAADF, 0xABC0...0xABFF,
            0xFB50...0xFDCF, 0xFE70...0xFEFC, 0x10D00...0x10EFF, 0x11000...0x11FFF,
            0x1E900...0x1E95F:
            scalar.properties.isAlphabetic || scalar.properties.canonicalCombiningClass.rawValue > 0
        default: false
        }
    }

    /// Whether a text has a word that mixes scripts with similar letters, and another text doesn't
    /// have that word.
    static func mixesScripts(_ answer: String, comparedWith text: Substring) -> Bool {
        let mixed = mixedWords(answer[...])
        return !mixed.isEmpty && !mixed.isSubset(of: mixedWords(text))
    }

    private static func mixedWords(_ text: Substring) -> Set<String> {
        let words = text.split { !($0.isLetter || $0.isNumber || $0 == "_") }
        return Set(
            words.filter { Set($0.unicodeScalars.compactMap(LookAlike.init)).count > 1 }
                .map { $0.lowercased() })
    }

    /// Scripts with letters that look like another's (UTS #39, "Unicode Security
    /// Mechanisms").
    private enum LookAlike {
        case latin, greek, cyrillic, armenian, cherokee, coptic, lisu, mathematical

        init?(_ scalar: Unicode.Scalar) {
            guard scalar.properties.isAlphabetic else { return nil }
            switch scalar.value {
            case 0x41...0x7A, 0xAA, 0xBA, 0xC0...0x2AF, 0x1D00...0x1D25, 0x1E00...0x1EFF,
                0x2C60...0x2C7F, 0xA720...0xA7FF, 0xAB30...0xAB64, 0xFB00...0xFB06:
                self = .latin
            case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
            case 0x400...0x52F, 0x1C80...0x1C8F, 0x1D2B, 0x2DE0...0x2DFF, 0xA640...0xA69F:
                self = .cyrillic
            case 0x530...0x58F: self = .armenian
            case 0x13A0...0x13FF, 0xAB70...0xABBF: self = .cherokee
            case 0x2C80...0x2CFF: self = .coptic
            case 0xA4D0...0xA4FF: self = .lisu
            case 0x1D400...0x1D7FF: self = .mathematical
            default: return nil
            }
        }
    }
}
