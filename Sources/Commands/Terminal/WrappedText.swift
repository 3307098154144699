import Glibc

/// Text in lines that are no wider than a terminal, which would break them within words.
enum WrappedText {
    /// The columns of the terminal at standard error; nil if that isn't a terminal or doesn't say.
    static var columns: Int? {
        var size = winsize()
        guard isatty(STDERR_FILENO) == 1, ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0,
            size.ws_col > 0
        else { return nil }
        return Int(size.ws_col)
    }

    /// The text with line breaks between words, and the indent of each line on what follows of it. A
    /// word that is wider than a line has one for itself.
    ///
    /// - Parameter columns: nil for any number.
    static func wrap(_ text: String, columns: Int? = Self.columns) -> String {
        guard let columns, columns > 20 else { return text }
        return text.split(separator: "\n", omittingEmptySubsequences: false)
            .map { line in
                line.count <= columns ? String(line) : wrap(line: line, columns)
            }
            .joined(separator: "\n")
    }

    private static func wrap(line: Substring, _ columns: Int) -> String {
        let indent = line.prefix { $0 == " " }
        // Of a finding of the doctor's, as deep as its remedy.
        let next = marks.contains { line.hasPrefix($0) } ? "    " : String(indent)
        var lines: [String] = []
        var current = String(indent)
        var isEmpty = true
        for word in words(of: line.dropFirst(indent.count)) {
            if !isEmpty, current.count + 1 + word.count > columns {
                lines.append(current)
                (current, isEmpty) = (next, true)
            }
            current += (isEmpty ? "" : " ") + word
            isEmpty = false
        }
        return (lines + [current]).joined(separator: "\n")
    }

    private static let marks = ["✓ ", "– ", "! ", "✗ "]

    /// A text's words. A command is one, so that it can be copied: short ones in quotation marks,
    /// and what begins with `utter` after a colon at the end.
    private static func words(of text: Substring) -> [String] {
        let space = "\u{E000}"
        let bound = text.replacing(/“utter [^”]{1,60}”|: utter(?: \S+){1,6}$/) {
            $0.output.replacing(" ", with: space)
        }
        return bound.split(separator: " ", omittingEmptySubsequences: false)
            .map { String($0).replacing(space, with: " ") }
    }
}
