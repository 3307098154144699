/// Compiles a pattern's text to a program, by recursive descent.
struct PatternCompiler {
    typealias Mistake = TextPattern.Mistake
    typealias Instruction = TextPattern.Instruction

    private let text: [Unicode.Scalar]
    private var index = 0
    private var depth = 0
    private(set) var groups = 0
    private(set) var ignoresCase = false

    init(_ source: String) {
        text = Array(source.unicodeScalars)
    }

    mutating func compile() throws(Mistake) -> [Instruction] {
        if text.starts(with: "(?i)".unicodeScalars) {
            ignoresCase = true
            index = 4
        }
        let body = try alternatives()
        if index < text.count { throw mistake("a “)” without its “(”") }
        return [.save(0)] + Self.moved(body, by: 1) + [.save(1), .match]
    }

    private func mistake(_ reason: String) -> Mistake {
        Mistake(reason: reason, offset: index)
    }

    private var next: Unicode.Scalar? { index < text.count ? text[index] : nil }

    // MARK: Structure

    /// Programs are made for position 0; this moves one to its final position.
    private static func moved(_ program: [Instruction], by offset: Int) -> [Instruction] {
        program.map {
            switch $0 {
            case .jump(let target): .jump(target + offset)
            case .split(let first, let second): .split(first + offset, second + offset)
            default: $0
            }
        }
    }

    private mutating func alternatives() throws(Mistake) -> [Instruction] {
        depth += 1
        defer { depth -= 1 }
        if depth > 50 { throw mistake("more than 50 groups within each other") }
        var program = try sequence()
        while next == "|" {
            index += 1
            let other = try sequence()
            let end = program.count + 2 + other.count
            program =
                [.split(1, program.count + 2)] + Self.moved(program, by: 1) + [.jump(end)]
                + Self.moved(other, by: program.count + 2)
            try check(program)
        }
        return program
    }

    private mutating func sequence() throws(Mistake) -> [Instruction] {
        var program: [Instruction] = []
        while let scalar = next, scalar != "|", scalar != ")" {
            let item = try repetitions(of: try atom())
            program += Self.moved(item, by: program.count)
            try check(program)
        }
        return program
    }

    private func check(_ program: [Instruction]) throws(Mistake) {
        if program.count > TextPattern.mostInstructions { throw mistake("the pattern is too long") }
    }

    // MARK: Repetition

    private mutating func repetitions(of atom: [Instruction]) throws(Mistake) -> [Instruction] {
        var (least, most): (Int, Int?)
        switch next {
        case "*": (least, most) = (0, nil)
        case "+": (least, most) = (1, nil)
        case "?": (least, most) = (0, 1)
        case "{": (least, most) = try bounds()
        default: return atom
        }
        index += 1
        let isLazy = next == "?"
        if isLazy { index += 1 }
        if let scalar = next, "*+?{".unicodeScalars.contains(scalar) {
            throw mistake("“\(scalar)” has nothing to repeat")
        }
        var program: [Instruction] = []
        for _ in 0..<least { try append(atom, to: &program) }
        if let most {
            // Each further repetition is within the previous one: (a(a)?)?
            let end = program.count + (most - least) * (atom.count + 1)
            for _ in least..<most {
                let start = program.count + 1
                program.append(isLazy ? .split(end, start) : .split(start, end))
                try append(atom, to: &program)
            }
        } else {
            let start = program.count
            let (body, end) = (start + 1, start + atom.count + 2)
            program.append(isLazy ? .split(end, body) : .split(body, end))
            try append(atom, to: &program)
            program.append(.jump(start))
        }
        return program
    }

    private func append(
        _ atom: [Instruction], to program: inout [Instruction]
    ) throws(Mistake) {
        program += Self.moved(atom, by: program.count)
        try check(program)
    }

    /// `{2}`, `{2,}`, `{2,5}`; leaves the index at the closing brace.
    private mutating func bounds() throws(Mistake) -> (Int, Int?) {
        index += 1
        let least = try count()
        if next == "}" { return (least, least) }
        guard next == "," else { throw mistake("“{” without “}”") }
        index += 1
        if next == "}" { return (least, nil) }
        let most = try count()
        guard next == "}" else { throw mistake("“{” without “}”") }
        guard most >= least else { throw mistake("the bounds are in the wrong order") }
        return (least, most)
    }

    private mutating func count() throws(Mistake) -> Int {
        var value: Int?
        while let digit = next?.properties.numericType == .decimal ? next : nil, digit.isASCII {
            value = (value ?? 0) * 10 + Int(digit.value - 0x30)
            if value ?? 0 > TextPattern.mostInstructions { throw mistake("too many repetitions") }
            index += 1
        }
        guard let value else { throw mistake("a number is missing") }
        return value
    }

    // MARK: Atoms

    private mutating func atom() throws(Mistake) -> [Instruction] {
        guard let scalar = next else { throw mistake("something is missing") }
        switch scalar {
        case "*", "+", "?", "{": throw mistake("“\(scalar)” has nothing to repeat")
        case "(": return try group()
        case "[": return [.scalar(try bracket())]
        case "\\": return try escape()
        default: index += 1
        }
        switch scalar {
        case ".":
            return [.scalar(ScalarSet(ranges: [0x0A...0x0A], isInverted: true))]
        case "^": return [.assert(.lineStart)]
        case "$": return [.assert(.lineEnd)]
        default: return [.scalar(ScalarSet(ranges: [scalar.value...scalar.value]))]
        }
    }

    private mutating func group() throws(Mistake) -> [Instruction] {
        let start = index
        index += 1
        var number: Int?
        if next == "?" {
            guard index + 1 < text.count, text[index + 1] == ":" else {
                throw mistake("only “(?:” is understood")
            }
            index += 2
        } else {
            groups += 1
            number = groups
        }
        let body = try alternatives()
        guard next == ")" else {
            index = start
            throw mistake("a “(” without its “)”")
        }
        index += 1
        guard let number else { return body }
        return [.save(2 * number)] + Self.moved(body, by: 1) + [.save(2 * number + 1)]
    }

    private mutating func escape() throws(Mistake) -> [Instruction] {
        index += 1
        guard let scalar = next else { throw mistake("“\\” at the end") }
        index += 1
        switch scalar {
        case "b": return [.assert(.wordBoundary)]
        case "B": return [.assert(.noWordBoundary)]
        default:
            var set = ScalarSet()
            index -= 1
            try appendEscaped(to: &set)
            return [.scalar(set)]
        }
    }

    /// Adds an escape, after its backslash, to a set.
    private mutating func appendEscaped(to set: inout ScalarSet) throws(Mistake) {
        guard let scalar = next else { throw mistake("“\\” at the end") }
        switch scalar {
        case "d": set.classes.append(.digit)
        case "w": set.classes.append(.word)
        case "s": set.classes.append(.space)
        case "D": set.oppositeClasses.append(.digit)
        case "W": set.oppositeClasses.append(.word)
        case "S": set.oppositeClasses.append(.space)
        case "n": set.ranges.append(0x0A...0x0A)
        case "t": set.ranges.append(0x09...0x09)
        case _ where scalar.properties.isAlphabetic || scalar.properties.numericType != nil:
            throw mistake("“\\\(scalar)” is not understood")
        default: set.ranges.append(scalar.value...scalar.value)
        }
        index += 1
    }

    private mutating func bracket() throws(Mistake) -> ScalarSet {
        let start = index
        var set = ScalarSet()
        index += 1
        if next == "^" {
            set.isInverted = true
            index += 1
        }
        var isFirst = true
        while let scalar = next, scalar != "]" || isFirst {
            isFirst = false
            index += 1
            if scalar == "\\" {
                try appendEscaped(to: &set)
            } else if next == "-", index + 1 < text.count, text[index + 1] != "]" {
                let end = text[index + 1]
                guard end.value >= scalar.value, end != "\\" else {
                    throw mistake("the range is in the wrong order")
                }
                index += 2
                set.ranges.append(scalar.value...end.value)
            } else {
                set.ranges.append(scalar.value...scalar.value)
            }
        }
        guard next == "]" else {
            index = start
            throw mistake("a “[” without its “]”")
        }
        index += 1
        return set
    }
}
