import Dictation

/// The text of a terminal, in the words that are spoken for it.
enum SpokenWords {
    /// A longer sentence is said in pieces of about this many characters.
    private static let longest = 150

    /// The sentences, with words for the marks at the beginning of lines.
    static func sentences(of text: String) -> [String] {
        text.split(separator: "\n\n").flatMap { paragraph in
            var text = ""
            for line in paragraph.split(separator: "\n").map(words) where !line.isEmpty {
                // What begins with a capital is a new sentence: a finding's remedy.
                let isNew = line.first?.isUppercase == true && !text.isEmpty
                text += (isNew && !".?!:,".contains(text.last ?? ".") ? ". " : " ") + line
            }
            let words = SpokenForm.of(text).filter { !"“”".contains($0) }
            return sentences(of: words.split(whereSeparator: \.isWhitespace))
        }
    }

    private static func sentences(of words: [Substring]) -> [String] {
        var sentences: [String] = []
        var sentence = ""
        for word in words {
            sentence += sentence.isEmpty ? word : " \(word)"
            if ".?!".contains(word.last ?? " ") || sentence.count > longest {
                sentences.append(sentence)
                sentence = ""
            }
        }
        return (sentences + [sentence]).filter { $0.contains { $0.isLetter || $0.isNumber } }
    }

    private static func words(_ line: Substring) -> String {
        let line = line.drop { $0 == " " }
        let rest = line.dropFirst(2)
        return switch line.prefix(2) {
        case "✓ ": String(rest)
        case "✗ ": "Not good: \(rest)"
        case "! ": "Careful: \(rest)"
        default: String(line)
        }
    }
}
