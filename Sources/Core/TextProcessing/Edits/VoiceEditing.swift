public import Dictation

/// The outcome of an editing command for a text.
public enum EditOutcome: Hashable, Sendable {
    /// Put a text in the place of a range.
    case replace(Range<Int>, String)
    case select(Range<Int>)
    /// Move the cursor to a place.
    case place(Int)
    /// Move it with a key: to the beginning or the end of a line.
    case press(EditingKey)
    /// Press the key of a format on it.
    case format(Range<Int>, EditingKey)
    case copy(Range<Int>)
    case cut(Range<Int>)
    case paste, typeHere
    case redo, help, words, learn, readBack
    /// Have a model rewrite it.
    case rewrite
    /// Show what else may have been said.
    case alternatives
    /// These words aren't in the text, or there are fewer of them.
    case missing(String)
    /// It needs line breaks.
    case needsLines(Range<Int>, String)
}

/// Finds out what editing commands mean. A value without state.
struct VoiceEditing: Sendable {
    let abbreviations: Set<String>
    /// The marks around a quotation, and whether a full stop stands within.
    let quotes: (open: String, close: String, takeStops: Bool)
    let bullet: String
    /// The words between items of a list: `and`.
    let conjunctions: Set<String>
    /// Writes words after a text, with the space that they need.
    let write: @Sendable (_ words: [String], _ before: String) -> String

    func outcome(of edit: SpokenEdit, in text: EditableText) -> EditOutcome {
        switch edit.action {
        case .deleteWords, .deleteSentences, .selectWords, .selectSentences:
            return last(edit, text)
        case .delete:
            guard let range = find(edit.text, text) else { return missing(edit.text) }
            return .replace(text.withSpaceBefore(range), "")
        case .correct, .replace: return replacement(edit, text)
        case .insertBefore: return insertion(before: true, edit, text)
        case .insertAfter: return insertion(before: false, edit, text)
        case .capitalize, .uppercase, .lowercase, .quote, .bracket, .bold, .italic, .underline,
            .list, .numberedList, .select, .copy, .cut:
            return change(edit, text)
        case .selectRange:
            guard let start = find(edit.text, text) else { return missing(edit.text) }
            guard let end = find(edit.with, text), end.upperBound > start.lowerBound else {
                return missing(edit.with)
            }
            return .select(start.lowerBound..<end.upperBound)
        case .selectAll:
            let all = text.trimmed(0..<text.characters.count)
            return all.isEmpty ? .missing("") : .select(all)
        case .goToLineStart, .goToLineEnd, .goToTextStart, .goToTextEnd, .moveLeftWords,
            .moveRightWords, .moveLeftCharacters, .moveRightCharacters:
            return move(edit, text)
        case .paste: return .paste
        case .typeHere: return .typeHere
        case .redo: return .redo
        case .help: return .help
        case .words: return .words
        case .learn: return .learn
        case .readBack: return .readBack
        case .rewrite: return .rewrite
        case .alternatives: return .alternatives
        case .takeRewriting, .leaveRewriting, .firstAlternative, .secondAlternative,
            .thirdAlternative:
            return .missing("")
        }
    }

    private func missing(_ words: [String]) -> EditOutcome {
        .missing(words.joined(separator: " "))
    }

    /// Where words are, as they were said or as the rules write them.
    private func find(_ words: [String], _ text: EditableText) -> Range<Int>? {
        if let range = text.range(of: words) { return range }
        let written = write(words, "x ").filter { $0 != "\n" }.trimmed
        if let range = text.range(ofWhole: written) { return range }
        if let range = text.range(of: written.split(separator: " ").map(String.init)) {
            return range
        }
        // The name of a mark.
        return written.contains { $0.isLetter || $0.isNumber } ? nil : text.range(ofString: written)
    }

    // MARK: The last words and sentences

    private func last(_ edit: SpokenEdit, _ text: EditableText) -> EditOutcome {
        let range: Range<Int>? =
            switch edit.action {
            case .deleteWords, .selectWords: text.lastWords(edit.count)
            default: text.lastSentences(edit.count, abbreviations: abbreviations)
            }
        guard let range else { return .missing("") }
        switch edit.action {
        case .selectWords, .selectSentences: return .select(range)
        default: return .replace(text.withSpaceBefore(range), "")
        }
    }

    // MARK: Replacing

    private func replacement(_ edit: SpokenEdit, _ text: EditableText) -> EditOutcome {
        guard let range = find(edit.text, text) else { return missing(edit.text) }
        let new = written(edit.with, before: text.string(0..<range.lowerBound))
        let old = text.string(range)
        if old.first?.isLowercase == true {
            // Also where a sentence begins.
            return .replace(range, written(edit.with, before: "x "))
        }
        return .replace(range, fitted(new, to: old))
    }

    /// Words as they are written after a text, without the space before them.
    private func written(_ words: [String], before: String) -> String {
        let text = write(words, before).trimmed
        return text.isEmpty ? words.joined(separator: " ") : text
    }

    /// The text in the case of what it replaces, unless that is due to its place or to a name.
    private func fitted(_ new: String, to old: String) -> String {
        let letters = old.filter(\.isLetter)
        let natural = written(old.split(separator: " ").map { $0.lowercased() }, before: "x ")
        if natural == old { return new }
        if letters.count > 1, letters.allSatisfy(\.isUppercase) { return new.uppercased() }
        guard old.first?.isUppercase == true, natural.first?.isUppercase == false else {
            return new
        }
        return new.withFirstCapital
    }

    private func insertion(
        before isBefore: Bool, _ edit: SpokenEdit, _ text: EditableText
    ) -> EditOutcome {
        guard let range = find(edit.text, text) else { return missing(edit.text) }
        if !isBefore {
            let new = write(edit.with, text.string(0..<range.upperBound))
            return .replace(range.upperBound..<range.upperBound, new.isEmpty ? "" : new.endTrimmed)
        }
        let gap = text.withSpaceBefore(range.lowerBound..<range.lowerBound)
        let left = text.string(0..<gap.lowerBound)
        let new = write(edit.with, left).endTrimmed
        guard left.isEmpty || left.last?.isNewline == true || new.first?.isWhitespace != true,
            gap.isEmpty
        else { return .replace(gap.lowerBound..<gap.lowerBound, new) }
        // The first words of a line: those after them are no longer at the beginning.
        let first = text.string(range)
        let natural = written(first.split(separator: " ").map { $0.lowercased() }, before: "x ")
        let rest = natural.lowercased() == first.lowercased() ? natural : first
        return .replace(
            range, new + (new.last.map { "([{“‘„".contains($0) } == true ? "" : " ") + rest)
    }

    // MARK: Changing the text

    private func change(_ edit: SpokenEdit, _ text: EditableText) -> EditOutcome {
        let range: Range<Int>
        if edit.text.isEmpty {
            range = text.that
            guard !range.isEmpty else { return .missing("") }
        } else {
            guard let found = find(edit.text, text) else { return missing(edit.text) }
            range = found
        }
        if let key = edit.action.formattingKey { return .format(range, key) }
        let old = text.string(range)
        switch edit.action {
        case .select: return .select(range)
        case .copy: return .copy(range)
        case .cut: return .cut(text.withSpaceBefore(range))
        case .uppercase: return .replace(range, old.uppercased())
        case .lowercase: return .replace(range, old.lowercased())
        case .capitalize: return .replace(range, old.eachWordCapitalized)
        case .quote:
            return .replace(range, wrapped(old, quotes.open, quotes.close, quotes.takeStops))
        case .bracket: return .replace(range, wrapped(old, "(", ")", false))
        default: return list(old, range, text, isNumbered: edit.action == .numberedList)
        }
    }

    private func wrapped(
        _ text: String, _ open: String, _ close: String, _ takesStops: Bool
    ) -> String {
        guard !takesStops, let last = text.last, ".?!".contains(last) else {
            return open + text + close
        }
        return open + text.dropLast() + close + String(last)
    }

    private func list(
        _ old: String, _ range: Range<Int>, _ text: EditableText, isNumbered: Bool
    ) -> EditOutcome {
        var items = [""]
        for word in old.split(separator: " ") {
            if conjunctions.contains(Token.key(of: word)), items != [""] {
                items.append("")
                continue
            }
            let bare = word.last.map { ",;.".contains($0) } == true ? word.dropLast() : word
            items[items.count - 1] += (items.last!.isEmpty ? "" : " ") + bare
            if bare.endIndex != word.endIndex { items.append("") }
        }
        items.removeAll(where: \.isEmpty)
        guard !items.isEmpty else { return .missing("") }
        let lines = items.enumerated().map { index, item in
            (isNumbered ? "\(index + 1)." : bullet) + " " + item
        }
        let place = text.withSpaceBefore(range)
        let isLine = place.lowerBound == 0 || text.characters[place.lowerBound - 1].isNewline
        return .needsLines(place, (isLine ? "" : "\n") + lines.joined(separator: "\n"))
    }

    // MARK: Moving

    private func move(_ edit: SpokenEdit, _ text: EditableText) -> EditOutcome {
        let count = text.characters.count
        switch edit.action {
        case .goToTextStart: return .place(0)
        case .goToTextEnd: return .place(count)
        case .goToLineStart:
            let line = text.characters[..<text.selection.lowerBound].lastIndex(where: \.isNewline)
            return line.map { .place($0 + 1) } ?? .press(.home)
        case .goToLineEnd:
            let line = text.characters[text.selection.upperBound...].firstIndex(where: \.isNewline)
            return line.map { .place($0) } ?? .press(.end)
        case .moveLeftCharacters, .moveRightCharacters:
            let place =
                edit.action == .moveLeftCharacters
                ? text.selection.lowerBound - edit.count : text.selection.upperBound + edit.count
            return 0...count ~= place ? .place(place) : .missing("")
        default:
            let isLeft = edit.action == .moveLeftWords
            let starts = text.words.map(\.whole.lowerBound)
            let there =
                isLeft
                ? starts.last(edit.count, where: { $0 < text.selection.lowerBound })
                : (starts + [count]).first(edit.count, where: { $0 > text.selection.upperBound })
            return there.map { .place($0) } ?? .missing("")
        }
    }
}

extension [Int] {
    /// The last but `count - 1` of those for which it holds.
    fileprivate func last(_ count: Int, where isWanted: (Int) -> Bool) -> Int? {
        let wanted = filter(isWanted)
        return wanted.count >= count ? wanted[wanted.count - count] : nil
    }

    fileprivate func first(_ count: Int, where isWanted: (Int) -> Bool) -> Int? {
        let wanted = filter(isWanted)
        return wanted.count >= count ? wanted[count - 1] : nil
    }
}

extension String {
    fileprivate var trimmed: String { String(drop(while: \.isWhitespace)).endTrimmed }

    fileprivate var endTrimmed: String {
        var text = self
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    fileprivate var eachWordCapitalized: String {
        var isStart = true
        return reduce(into: "") { text, character in
            text += isStart ? character.uppercased() : String(character)
            isStart = !(character.isLetter || character.isNumber || "'’".contains(character))
        }
    }
}
