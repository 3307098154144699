import Problems

/// A place in a configuration file.
public struct SettingsPlace: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The file's name as it was given.
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

/// An error in a configuration.
public struct SettingsProblem: Hashable, Sendable, CustomStringConvertible {
    /// The file's name as it was given.
    public let file: String
    /// Counts from 1; nil if the problem is the file itself.
    public let line: Int?
    /// Counts from 1, in Unicode scalars; nil if the problem is the file itself.
    public let column: Int?
    /// `audio`; nil outside of any section.
    public let section: String?
    /// `device`; nil if the problem is the section or the file.
    public let key: String?
    /// The reason, as a phrase.
    public let reason: String
    /// The text that the user may have meant, in the form of the file.
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

    /// The beginning and the end of a reason that quotes too much of a file.
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
        return text + reason + Spelling.question(suggestion)
    }
}

/// All errors in a configuration file, in the order of the file.
public struct SettingsError: Error, Hashable, Sendable, CustomStringConvertible {
    /// At least one, at most `mostProblems`.
    public let problems: [SettingsProblem]
    /// The number of problems beyond `mostProblems`.
    public let omitted: Int

    /// More would not be read; a file with so many problems belongs to another program.
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
