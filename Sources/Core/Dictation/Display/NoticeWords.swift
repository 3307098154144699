/// A notice as a card or a desktop's notification shows it: both cut a long title, and nobody can
/// click on a command.
public struct NoticeWords: Hashable, Sendable {
    /// The event, without its cause if that makes it long.
    public let title: String
    /// The cause, as a sentence, where the title lacks it; or empty.
    public let cause: String
    /// The remedy, as sentences; empty if the buttons alone say it.
    public let remedy: String

    /// The longest title, in characters, that GNOME's banner and a line of the card show in full.
    private static let longest = 40

    /// - Parameter hasButtons: whether buttons do what a command would: the remedy then is without
    ///   commands of `utter`. Otherwise it is without those that are only another way: in another
    ///   sentence or after a semicolon.
    public init(_ message: String, remedy: String, hasButtons: Bool) {
        let (event, cause) = Self.parts(of: message)
        title = Self.capitalized(event)
        self.cause = cause.isEmpty ? "" : Self.ended(Self.capitalized(cause))
        let plain = Self.withoutCommands(remedy, after: hasButtons ? Self.breaks : ["; "])
        self.remedy = Self.capitalized(plain.isEmpty && !hasButtons ? remedy : plain)
    }

    /// The event and, of a long message, the cause after its first colon outside quotation marks.
    private static func parts(of message: String) -> (event: String, cause: String) {
        guard message.count > longest else { return (message, "") }
        var depth = 0
        for index in message.indices {
            switch message[index] {
            case "“": depth += 1
            case "”": depth -= 1
            case ":" where depth == 0:
                let rest = message[message.index(after: index)...]
                guard rest.first == " " else { continue }
                return (String(message[..<index]), String(rest.dropFirst()))
            default: break
            }
        }
        return (message, "")
    }

    /// With a capital at the beginning; a command that the user is to type stays as it is.
    private static func capitalized(_ words: String) -> String {
        words.hasPrefix("utter ") || words.hasPrefix("man ")
            ? words : words.prefix(1).uppercased() + words.dropFirst()
    }

    private static func ended(_ words: String) -> String {
        words.last.map { ".?!…”".contains($0) } == true ? words : words + "."
    }

    // MARK: Commands

    /// Each may begin a clause.
    private static let breaks = [": ", "; ", ", ", " ("]

    /// “Take another; “utter models” lists them.” is “Take another.”
    private static func withoutCommands(_ remedy: String, after breaks: [String]) -> String {
        var sentences = [""]
        for word in remedy.split(separator: " ") {
            sentences[sentences.count - 1] += (sentences.last!.isEmpty ? "" : " ") + word
            if word.last.map({ ".?!".contains($0) }) == true { sentences.append("") }
        }
        return sentences.filter { !$0.isEmpty }.compactMap { withoutCommand($0, after: breaks) }
            .joined(separator: " ")
    }

    /// A sentence without the clauses that name a command; nil if it begins with one.
    private static func withoutCommand(_ sentence: String, after breaks: [String]) -> String? {
        var sentence = sentence
        while let command = command(in: sentence) {
            let before = sentence[..<command]
            let start = before.indices.last { begins(before[$0...], Self.breaks) }
            guard let start else { return nil }
            guard begins(before[start...], breaks) else { return sentence }
            let end = sentence[command...].firstIndex(of: ")")
            guard sentence[start] == " ", let end else { return before[..<start] + "." }
            sentence.removeSubrange(start...end)
        }
        return sentence
    }

    private static func begins(_ text: Substring, _ breaks: [String]) -> Bool {
        breaks.contains(String(text.prefix(2)))
    }

    /// Where a sentence names a command.
    private static func command(in sentence: String) -> String.Index? {
        let words = sentence.split(separator: " ")
        let name = zip(words, words.dropFirst()).first { name, command in
            name.bare == "utter" && SpokenForm.commands.contains(command.bare)
                || name.bare == "man" && command.bare == "utter"
        }?.0
        return name?.firstIndex { $0 != "(" }
    }
}
