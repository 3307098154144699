/// A regular expression that always terminates: it is matched in time proportional to the length of
/// the text times the length of the pattern (Thompson, "Regular expression search algorithm", 1968;
/// with Pike's groups). So it has no back references.
///
/// Supports `.`, `[a-z]`, `[^…]`, `\d \w \s \b` and their opposites, `^ $` at the ends of lines,
/// `(…)`, `(?:…)`, `|`, `* + ? {m,n}` and their lazy forms, and `(?i)` at the start.
public struct TextPattern: Hashable, Sendable {
    /// Why a text is not a valid pattern.
    public struct Mistake: Error, Hashable, Sendable {
        /// A phrase for a message.
        public let reason: String
        /// The position in the pattern, in Unicode scalars from 0.
        public let offset: Int
    }

    public let source: String
    let program: [Instruction]
    let groups: Int
    let ignoresCase: Bool

    /// An instruction of the matching machine.
    enum Instruction: Hashable, Sendable {
        case scalar(ScalarSet)
        case assert(Assertion)
        /// The first path is preferred.
        case split(Int, Int)
        case jump(Int)
        case save(Int)
        case match
    }

    enum Assertion: Hashable, Sendable {
        case lineStart, lineEnd, wordBoundary, noWordBoundary
    }

    /// A pattern that compiles to more instructions, with repetitions expanded, is refused.
    public static let mostInstructions = 1000

    public init(_ source: String) throws(Mistake) {
        self.source = source
        var compiler = PatternCompiler(source)
        program = try compiler.compile()
        groups = compiler.groups
        ignoresCase = compiler.ignoresCase
    }

    /// Replaces each match by `template`, in which `$0` to `$9` are the groups and `$$` is a dollar
    /// sign. An empty match is left alone.
    public func replace(in text: String, with template: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var result = String.UnicodeScalarView()
        var position = 0
        var matcher = PatternMatcher(self, scalars)
        while position < scalars.count, let groups = matcher.firstMatch(from: position) {
            guard let start = groups[0], let end = groups[1], end > start else {
                let next = (groups[0] ?? position) + 1
                result.append(contentsOf: scalars[position..<min(next, scalars.count)])
                position = next
                continue
            }
            result.append(contentsOf: scalars[position..<start])
            Self.expand(template, groups, scalars, into: &result)
            position = end
        }
        if position < scalars.count { result.append(contentsOf: scalars[position...]) }
        return String(result)
    }

    private static func expand(
        _ template: String, _ groups: [Int?], _ scalars: [Unicode.Scalar],
        into result: inout String.UnicodeScalarView
    ) {
        var isAfterDollar = false
        for scalar in template.unicodeScalars {
            if isAfterDollar {
                isAfterDollar = false
                if ("0"..."9").contains(scalar) {
                    let group = Int(scalar.value - 0x30) * 2
                    if group + 1 < groups.count, let start = groups[group],
                        let end = groups[group + 1]
                    {
                        result.append(contentsOf: scalars[start..<end])
                    }
                    continue
                }
                if scalar != "$" { result.append("$") }
                result.append(scalar)
            } else if scalar == "$" {
                isAfterDollar = true
            } else {
                result.append(scalar)
            }
        }
        if isAfterDollar { result.append("$") }
    }
}

/// A set of scalars, or the complement of one.
struct ScalarSet: Hashable, Sendable {
    enum Class: Hashable, Sendable {
        case digit, word, space
    }

    var ranges: [ClosedRange<UInt32>] = []
    var classes: [Class] = []
    var oppositeClasses: [Class] = []
    var isInverted = false

    func contains(_ scalar: Unicode.Scalar, ignoringCase: Bool) -> Bool {
        var isIn = has(scalar)
        if ignoringCase, !isIn {
            isIn =
                Self.single(scalar.properties.lowercaseMapping).map(has) ?? false
                || Self.single(scalar.properties.uppercaseMapping).map(has) ?? false
        }
        return isIn != isInverted
    }

    private func has(_ scalar: Unicode.Scalar) -> Bool {
        ranges.contains { $0.contains(scalar.value) }
            || classes.contains { Self.belongs(scalar, $0) }
            || oppositeClasses.contains { !Self.belongs(scalar, $0) }
    }

    private static func single(_ text: String) -> Unicode.Scalar? {
        text.unicodeScalars.count == 1 ? text.unicodeScalars.first : nil
    }

    static func belongs(_ scalar: Unicode.Scalar, _ kind: Class) -> Bool {
        switch kind {
        case .digit: return ("0"..."9").contains(scalar)
        case .space: return scalar.properties.isWhitespace
        case .word:
            if scalar.isASCII {
                return ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
                    || ("0"..."9").contains(scalar) || scalar == "_"
            }
            return scalar.properties.isAlphabetic
                || scalar.properties.generalCategory == .nonspacingMark
        }
    }
}
