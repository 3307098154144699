/// Messages in a form that is understood when it is heard.
enum SpokenForm {
    /// A message as it is spoken: “[audio] sounds = false” is “sounds in the section audio to
    /// false”, and “utter last” is “the command utter last”.
    static func of(_ message: String) -> String {
        var words = message.replacing("\n", with: " ").split(separator: " ").map(String.init)
        var spoken: [String] = []
        while !words.isEmpty {
            let word = words.removeFirst()
            if let section = section(word), let key = words.first {
                words.removeFirst()
                spoken.append("the setting \(name(key)) in the section \(section)")
            } else if word == "=", !spoken.isEmpty {
                spoken.append("to")
            } else if word == "utter", words.first?.first?.isLowercase == true,
                spoken.last != "command"
            {
                spoken.append("the command utter")
            } else {
                spoken.append(word)
            }
        }
        return spoken.joined(separator: " ")
    }

    /// The name in `[name]`.
    private static func section(_ word: String) -> String? {
        guard word.hasPrefix("["), word.hasSuffix("]"), word.count > 2 else { return nil }
        return name(String(word.dropFirst().dropLast()))
    }

    /// A name with the words that underscores and dots join.
    private static func name(_ name: String) -> String {
        name.replacing("_", with: " ").replacing(".", with: " ")
    }
}
