/// The text before the cursor, as far as it is known.
public enum TextContext: Hashable, Sendable {
    /// Nothing is known: treated as the beginning of a document.
    case unknown
    /// The text before the cursor ends with this. An empty string is an empty document.
    case before(String)
}

extension TextContext {
    /// The line of the cursor up to the cursor. At most 200 characters, which is enough for all
    /// rules, however long the document is.
    var lastLine: Substring {
        guard case .before(let text) = self else { return "" }
        let tail = text.suffix(200)
        guard let lineBreak = tail.lastIndex(where: \.isNewline) else { return tail }
        return tail[tail.index(after: lineBreak)...]
    }

    /// Whether the cursor is in a new line after one that ends with a comma.
    var beginsLineAfterComma: Bool {
        guard case .before(let text) = self else { return false }
        let space = text.suffix(200).reversed().prefix(while: \.isWhitespace)
        return space.contains(where: \.isNewline)
            && text.dropLast(space.count).last == ","
    }

    /// Whether a sentence has begun before the cursor, as far as can be seen: its line has words,
    /// and ends with one, or with a mark after which a sentence goes on.
    var isWithinSentence: Bool {
        if beginsLineAfterComma { return true }
        var line = lastLine
        while let last = line.last, last.isWhitespace || "([{".contains(last) { line.removeLast() }
        guard let last = line.last else { return false }
        return last.isLetter || last.isNumber || ",;)]’'".contains(last)
    }

    /// Whether there is no text before the cursor in its line that a mark could follow.
    var startsText: Bool { lastLine.allSatisfy(\.isWhitespace) }

    /// Whether a word typed here gets no space before it.
    public var joinsNext: Bool {
        let line = lastLine
        guard let last = line.last, !last.isWhitespace else { return true }
        if last == "\"" { return !line.filter { $0 == "\"" }.count.isMultiple(of: 2) }
        return "([{“‘„‚«‹-/—@_\\#$£'".contains(last)
    }

    /// Whether a word typed here begins a sentence.
    func startsSentence(abbreviations: Set<String>) -> Bool {
        var line = lastLine
        while let last = line.last, last.isWhitespace || "([{“‘„‚«‹\"”’)]}»".contains(last) {
            line.removeLast()
            if "“„«".contains(last) {
                // A quotation after a comma or a colon is a sentence.
                let before = line.last { !$0.isWhitespace }
                if before == "," || before == ":" { return true }
            }
        }
        guard let last = line.last else { return true }
        if "!?".contains(last) { return true }
        guard last == "." else { return false }
        let word = line.dropLast().lowercased().split(whereSeparator: \.isWhitespace).last ?? ""
        return !abbreviations.contains(String(word)) && !word.contains(".")
    }
}
