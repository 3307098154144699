extension ValueForm<Duration> {
    /// A whole number with a unit, in quotes: `"300ms"`, `"8s"`, `"5m"` or `"1h"`.
    public static func duration(_ range: ClosedRange<Duration>) -> ValueForm {
        let unit = range.upperBound < .seconds(1) ? "ms" : "s"
        return ValueForm(
            read: { node, reading in
                let times = ["300ms", "8s", "5m"].map(reading.written).joined(separator: ", ")
                let expected = "a time such as \(times) or \(reading.written("1h"))"
                switch node.value {
                case .integer(let number) where number >= 0:
                    let meant = "\(number)\(unit)"
                    let isPossible = parse(meant).map(range.contains) ?? false
                    reading.refuse(
                        node, expected: expected,
                        suggestion: isPossible ? reading.written(meant) : nil)
                    return nil
                case .string(let text):
                    guard let duration = parse(text) else {
                        let meant = likely(text).flatMap { meant in
                            parse(meant).map(range.contains) ?? false ? meant : nil
                        }
                        reading.refuse(node, expected: expected, suggestion: meant)
                        return nil
                    }
                    guard range.contains(duration) else {
                        let (least, most) = (write(range.lowerBound), write(range.upperBound))
                        let limits = "\(reading.written(least)) to \(reading.written(most))"
                        reading.refuse(
                            node, "\(reading.quoted(text)) is out of range: from \(limits)")
                        return nil
                    }
                    return duration
                default:
                    reading.refuse(node, expected: expected)
                    return nil
                }
            },
            write: { .line(TOMLText.string(write($0))) },
            schema: .object([
                "type": .string("string"), "pattern": .string("^[0-9]+(ms|s|m|h)$"),
            ]))
    }

    /// Milliseconds per unit, the largest first.
    private static let units: [(name: String, milliseconds: Int64)] = [
        ("h", 3_600_000), ("m", 60_000), ("s", 1_000), ("ms", 1),
    ]

    private static func parse(_ text: String) -> Duration? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let rest = text.dropFirst(digits.count)
        guard !digits.isEmpty, let unit = units.first(where: { $0.name == rest })
        else { return nil }
        // Too many digits.
        let number = Int64(digits) ?? .max
        let (milliseconds, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
        // So many hours are out of any range, whatever the exact number.
        return .milliseconds(overflow ? .max : milliseconds)
    }

    /// The value that the user may have meant by a number without a unit, or with a longer one.
    private static func likely(_ text: String) -> String? {
        let words = ["h": "h", "m": "m", "s": "s", "": "s"]
        let compact = text.lowercased().filter { !" “”„’'".contains($0) }
        let digits = compact.prefix { $0.isASCII && $0.isNumber }
        let rest = compact.dropFirst(digits.count)
        guard !digits.isEmpty else { return nil }
        let isMilliseconds = rest.hasPrefix("ms") || rest.hasPrefix("mil")
        let unit = isMilliseconds ? "ms" : words[String(rest.prefix(1))]
        return unit.map { "\(digits)\($0)" }
    }

    /// The duration in the largest unit that divides it.
    private static func write(_ duration: Duration) -> String {
        let (seconds, attoseconds) = duration.components
        let milliseconds = seconds * 1_000 + attoseconds / 1_000_000_000_000_000
        guard milliseconds != 0 else { return "0s" }
        let unit = units.first { milliseconds % $0.milliseconds == 0 }!
        return "\(milliseconds / unit.milliseconds)\(unit.name)"
    }
}
