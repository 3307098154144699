/// Where something stands in a configuration file.
public struct SettingsPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The file as it was named.
    public let file: String
    /// Counts from 1.
    public let line: Int
    /// Counts from 1, in Unicode scalars.
    public let column: Int

    public init(file: String, line: Int, column: Int) {
        self.file = file
        self.line = line
        self.column = column
    }

    /// `FILE:LINE:COLUMN`, which editors can jump to.
    public var description: String { "\(file):\(line):\(column)" }

    public static func < (left: SettingsPlace, right: SettingsPlace) -> Bool {
        (left.file, left.line, left.column) < (right.file, right.line, right.column)
    }
}

/// One thing that is wrong with a configuration.
public struct SettingsProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file as it was named.
    public let file: String
    /// Counts from 1; nil where the problem is the file itself.
    public let line: Int?
    /// Counts from 1, in Unicode scalars; nil where the problem is the file itself.
    public let column: Int?
    /// `audio`; nil outside of any section.
    public let section: String?
    /// `device`; nil where the problem is the section or the file.
    public let key: String?
    /// Why, as half a sentence.
    public let reason: String
    /// What the person may have meant, as it is written in the file.
    public let suggestion: String?

    public init(
        file: String, line: Int? = nil, column: Int? = nil, section: String? = nil,
        key: String? = nil, reason: String, suggestion: String? = nil
    ) {
        self.file = file
        self.line = line
        self.column = column
        self.section = section
        self.key = key
        self.reason = Self.shortened(reason)
        self.suggestion = suggestion
    }

    /// Of a reason that quotes more of a file than anybody reads, the beginning and the end.
    private static func shortened(_ reason: String) -> String {
        let scalars = reason.unicodeScalars
        guard scalars.count > 600 else { return reason }
        return String(scalars.prefix(250)) + " … " + String(scalars.suffix(250))
    }

    /// `FILE:LINE:COLUMN: [section] key: reason (did you mean “…”?)`, on one line.
    public var description: String {
        var text = file
        if let line, let column { text += ":\(line):\(column)" }
        text += ": "
        let subject = [section.map { "[\($0)]" }, key].compactMap(\.self)
        if !subject.isEmpty { text += subject.joined(separator: " ") + ": " }
        text += reason
        if let suggestion { text += " (did you mean “\(suggestion)”?)" }
        return text
    }
}

/// All that is wrong with a configuration file, in the order of the file.
public struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one, at most `mostProblems`.
    public let problems: [SettingsProblem]
    /// Problems beyond `mostProblems`, which are only counted.
    public let omitted: Int

    /// Nobody reads more; a file with so many is another program's.
    public static let mostProblems = 100

    public init(_ problems: [SettingsProblem]) {
        self.problems = Array(problems.prefix(Self.mostProblems))
        omitted = problems.count - self.problems.count
    }

    /// One line for each problem.
    public var description: String {
        var lines = problems.map(\.description)
        if omitted > 0 { lines.append("\(problems[0].file): \(omitted) more problems") }
        return lines.joined(separator: "\n")
    }
}
