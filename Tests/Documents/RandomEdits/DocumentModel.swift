import TextProcessing

/// What a document should be after each edit: the rules of spaces, capitals and undoing, written
/// anew.
struct DocumentModel {
    /// A text with a cursor, and a selection at the cursor's left.
    private struct Text {
        var before = ""
        var selected = ""
        var after = ""
        /// What each dictation typed since the user touched the text, the last one right before the
        /// cursor.
        var dictated: [String] = []
    }

    private var text = Text()
    /// The texts before each dictation since the user touched it.
    private var earlier: [Text] = []

    var string: String { text.before + text.selected + text.after }
    var before: String { text.before }
    var selected: String { text.selected }
    /// Whether a dictation can be taken back.
    var isUndoable: Bool { !earlier.isEmpty }
    var isScratchable: Bool { !text.dictated.isEmpty }

    /// With the cursor as a bar, or the selection in brackets.
    var marked: String {
        text.before + (selected.isEmpty ? "|" : "[\(selected)]") + text.after
    }

    // MARK: What the user does

    private mutating func touch(before: String, selected: String = "", after: String) {
        text = Text(before: before, selected: selected, after: after)
        earlier = []
    }

    mutating func type(_ typed: String) { touch(before: text.before + typed, after: text.after) }

    /// Selects characters before the cursor.
    mutating func select(_ count: Int) {
        let left = text.before + text.selected
        touch(
            before: String(left.dropLast(count)), selected: String(left.suffix(count)),
            after: text.after)
    }

    /// The cursor is where the window has put it.
    mutating func place(before: String, after: String) { touch(before: before, after: after) }

    // MARK: What is said

    mutating func dictate(_ words: String) {
        // What the user had selected comes back, without being selected.
        earlier.append(Text(before: text.before + selected, after: text.after))
        if selected.isEmpty { earlier[earlier.count - 1].dictated = text.dictated }
        var said = words
        if selected.isUppercase, selected.count(where: \.isLetter) > 1 {
            said = said.uppercased()
        } else if beginsSentence || selected.first?.isUppercase == true {
            said = said.capitalized
        }
        let (last, next) = (text.before.last, text.after.first)
        let isWithinWord = selected.isEmpty && last.isWord && next.isWord
        if let last, !isWithinWord, !last.isWhitespace, !"(-".contains(last) { said = " " + said }
        if !isWithinWord, next.isWord || next == "(" { said += " " }
        text.before += said
        text.dictated.append(said)
        text.selected = ""
    }

    /// Whether a word here begins a sentence. What has a dot within is an abbreviation, too.
    private var beginsSentence: Bool {
        let line =
            text.before.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
            .last ?? ""
        let end = line.reversed().drop { $0.isWhitespace || "()".contains($0) }
        guard let last = end.first else { return true }
        let word = String(end.dropFirst().prefix { !$0.isWhitespace }.reversed()).lowercased()
        let isShort = word.contains(".") || Language.english[.abbreviations].contains(word)
        return last == "?" || last == "." && !isShort
    }

    mutating func undo() {
        if let last = earlier.popLast() { text = last }
    }

    /// The space for the word behind the cursor stays while there is text of ours before it.
    mutating func scratch() {
        guard let last = text.dictated.popLast() else { return }
        earlier.append(text)
        earlier[earlier.count - 1].dictated.append(last)
        text.before.removeLast(last.count)
        if let rest = text.dictated.last, last.last == " ", rest.last != " " {
            text.before += " "
            text.dictated[text.dictated.count - 1] += " "
        }
    }
}

extension Character? {
    fileprivate var isWord: Bool { self.map { $0.isLetter || $0.isNumber } ?? false }
}

extension String {
    fileprivate var isUppercase: Bool { self == uppercased() }
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
