import Dictation

/// Whether a text that a model has cleaned up is still what was said: other punctuation, capitals
/// and spellings, a wrong word here and there, but nothing added, lost or translated.
public struct CleanupCheck: Sendable {
    /// Why an answer is refused.
    public enum Refusal: Error, Hashable, Sendable {
        case empty
        case tooLong
        /// Characters that control a terminal or deceive the reader.
        case unsafe
        /// Invisible characters that the text doesn't have.
        case invisible
        /// A word that mixes scripts with similar letters.
        case mixedScripts
        /// Line breaks or tabs that weren't spoken.
        case otherLines
        case strayed(changes: Int, words: Int)
        /// A negation, a number, a day, a name or a word with an opposite is another one.
        case otherSense

        /// A phrase for a message.
        public var why: String {
            switch self {
            case .empty: "the answer is empty"
            case .tooLong: "the text or the answer is too long"
            case .unsafe: "the answer has control characters in it"
            case .invisible: "the answer has invisible characters that your words do not have"
            case .mixedScripts: "the answer has a word of letters of several scripts"
            case .otherLines: "the answer has line breaks or tabs that you did not speak"
            case .strayed(let changes, let words):
                "the answer strays too far from your words (changes: \(changes), words: \(words))"
            case .otherSense: "the answer changes a number, a name, a negation or the like"
            }
        }
    }

    /// Longer texts are not compared: that would take long.
    public static let mostWords = 1500

    let fillers: Set<String>
    let sense: SenseWords

    public init(_ language: Language) {
        sense = SenseWords(language)
        fillers = Set(language[.fillers].map { Token.key(of: $0) })
    }

    /// The text to type for an answer: the answer, but with the white space and the case of the
    /// first letter of `text`, since the model doesn't know what is before it.
    public func accepted(_ answer: String, for text: String) throws(Refusal) -> String {
        let body = Self.trimmed(text[...])
        let words = Self.words(of: body)
        guard words.count <= Self.mostWords, answer.utf8.count <= 4 * text.utf8.count + 200 else {
            throw .tooLong
        }
        var answer = Self.unwrapped(answer, for: body)[...]
        while answer.first == " " { answer.removeFirst() }
        while answer.last == " " { answer.removeLast() }
        if answer.allSatisfy(\.isWhitespace) { throw .empty }
        let plain = String(answer)
        guard TypableText(cleaning: plain, lineBreaks: .keep, tabs: .keep).string == plain else {
            throw .unsafe
        }
        if Self.hides(plain, comparedWith: body) { throw .invisible }
        if Self.mixesScripts(plain, comparedWith: body) { throw .mixedScripts }
        guard Self.lines(plain) == Self.lines(String(body)) else { throw .otherLines }
        try compare(words, Self.words(of: answer))
        if addsName(answer, to: words) { throw .otherSense }
        let head = text[..<body.startIndex]
        let tail = text[body.endIndex...]
        return head + Self.withFirstLetter(of: body, plain) + tail
    }

    private func compare(_ old: [String], _ new: [String]) throws(Refusal) {
        func isFree(_ index: Int) -> Bool {
            fillers.contains(old[index])
                // A repetition: "the the".
                || index + 1 < old.count && old[index] == old[index + 1]
        }
        let count = old.indices.count { !isFree($0) }
        guard new.count <= 2 * old.count + 2 else {
            throw .strayed(changes: new.count - old.count, words: count)
        }
        let alignment = WordAlignment(from: old, to: new, isFree: isFree)
        // A short text has no room for changes: “yes” is not “no”. No whole sentence may be added
        // or left out, however long the text is, and numbers and signs must stay.
        let limit = count < 3 ? 0 : (count + 2) / 4
        guard alignment.changes <= limit, alignment.longestRun <= 3,
            alignment.longestAddition <= 1, !alignment.addsAtEnds,
            old.filter(Self.isExact) == new.filter(Self.isExact)
        else { throw .strayed(changes: alignment.changes, words: count) }
        guard sense.kept(of: old) == sense.kept(of: new) else { throw .otherSense }
    }

    // MARK: Words

    /// The words in lower case, without the punctuation that may change; signs like % and € are
    /// separate words, and so is each character of scripts without spaces.
    static func words(of text: Substring) -> [String] {
        var words: [String] = []
        var word = ""
        var last: Character?
        func end() {
            if !word.isEmpty { words.append(word) }
            word = ""
        }
        for character in text {
            let isInNumber = ".,:".contains(character) && last?.isNumber == true
            if character.isLetter || character.isNumber || character == "_" {
                if stands(alone: character) { end() }
                word += character.lowercased()
                if stands(alone: character) { end() }
            } else if isInNumber {
                // Removed again below unless a digit follows.
                word.append(character)
            } else if character != "'", character != "’" {
                end()
                if isSign(character) { words.append(String(character)) }
            }
            last = character
        }
        end()
        return words.map { word in
            var word = word[...]
            while let last = word.last, ".,:".contains(last) { word.removeLast() }
            return String(word)
        }
    }

    /// Whether a character is a word by itself: ideographs and kana.
    private static func stands(alone character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value, value >= 0x3040 else {
            return false
        }
        return 0x3040...0x30FF ~= value || 0x3400...0x9FFF ~= value || 0xF900...0xFAFF ~= value
            || 0x20000...0x3FFFF ~= value
    }

    private static func isExact(_ word: String) -> Bool {
        word.contains(where: \.isNumber) || word.count == 1 && isSign(word.first!)
    }

    private static func isSign(_ character: Character) -> Bool {
        if "%@#&/\\*".contains(character) { return true }
        switch character.unicodeScalars.first!.properties.generalCategory {
        case .currencySymbol, .mathSymbol, .otherSymbol: return true
        default: return false
        }
    }

    // MARK: Form

    /// A text without the white space at its ends.
    package static func trimmed(_ text: Substring) -> Substring {
        var text = text
        while text.first?.isWhitespace == true { text.removeFirst() }
        while text.last?.isWhitespace == true { text.removeLast() }
        return text
    }

    private static func lines(_ text: String) -> String {
        text.filter { $0.isNewline || $0 == "\t" }
    }

    private static func withFirstLetter(of text: Substring, _ answer: String) -> String {
        guard let wanted = text.first, let first = answer.first, wanted.isLetter,
            wanted != first, wanted.lowercased() == first.lowercased()
        else { return answer }
        return String(wanted) + answer.dropFirst()
    }
}
