extension TypableText {
    static func clean(_ text: String, _ lineBreaks: LineBreaks, _ tabs: Tabs) -> String {
        var scalars = String.UnicodeScalarView()
        var pendingBreak = false
        var afterCarriageReturn = false
        for scalar in text.unicodeScalars {
            let isReturn = scalar == "\r"
            switch scalar {
            case "\n" where afterCarriageReturn:
                break  // the second half of a line break
            case "\n", "\r":
                switch lineBreaks {
                case .keep: scalars.append("\n")
                case .shiftEnter: scalars.append("\u{2028}")
                case .space: pendingBreak = true
                }
            case "\u{0B}", "\u{0C}", "\u{85}", "\u{2028}", "\u{2029}":
                // These are neither spoken nor typed; as input they would be the key Return.
                pendingBreak = true
            case "\t":
                scalars.append(tabs == .keep ? "\t" : " ")
            case _ where isUnsafe(scalar):
                break
            default:
                if pendingBreak, let last = scalars.last,
                    !" \n\t\u{2028}".unicodeScalars.contains(last),
                    scalar != " "
                {
                    scalars.append(" ")
                }
                pendingBreak = false
                scalars.append(scalar)
            }
            afterCarriageReturn = isReturn
        }
        return String(scalars)
    }

    /// Whether a scalar could control the receiver or deceive the reader instead of being text:
    /// control characters (ESC begins a terminal's escape sequences), bidirectional embeddings,
    /// overrides and isolates (Unicode technical report 36, "Trojan Source"), interlinear
    /// annotation, and noncharacters. Joiners stay (Persian, Indic scripts and emoji need them),
    /// and so do tag characters (they spell the flags of regions).
    private static func isUnsafe(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x202A...0x202E, 0x2066...0x2069: true
        default: scalar.properties.generalCategory == .control || isNoText(scalar)
        }
    }

    private static func isNoText(_ scalar: Unicode.Scalar) -> Bool {
        0xFFF9...0xFFFC ~= scalar.value || scalar.properties.isNoncharacterCodePoint
    }

    /// The characters of a text that stand for no text, each once: noncharacters (Unicode 23.7:
    /// U+FFFE and others), the replacement for an object, the marks of interlinear annotation.
    /// Cleaning removes them like control characters, but the user may miss these.
    public static func noText(in text: String) -> [Character] {
        var seen: Set<Unicode.Scalar> = []
        return text.unicodeScalars.filter { isNoText($0) && seen.insert($0).inserted }
            .map { Character($0) }
    }
}
