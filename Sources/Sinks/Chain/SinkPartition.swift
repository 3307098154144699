import Dictation

/// Which of several sinks types which part of a text.
///
/// The text is cut as rarely as possible, since switching sinks is slow and risky: the next sink
/// may only begin when the window has read what the previous one has typed, and some sinks can only
/// guess when that is. (Forty characters alternating between xtest and clipboard took 2.5 s, pasted
/// at once 0.2 s.) So the first sink that can type all of the text gets all of it. Only if there is
/// none, each part goes to the sink that can type the longest part, the earlier one of equals.
/// Characters that none can type don't end a part: they are written in their plain form if that can
/// be typed, or else left out.
struct SinkPartition {
    let text: TypableText
    /// The characters that no sink can type, in any form.
    let omitted: Set<Character>
    /// The plain forms of characters that no sink can type otherwise.
    let forms: [Character: String]
    /// In order, and without gaps up to the end of the text.
    private(set) var parts: [Part] = []
    let characters: [Character]

    /// Characters for one sink.
    struct Part: Hashable {
        /// The sink's index in the list.
        let sink: Int
        /// The indices of the text's characters.
        let range: Range<Int>
    }

    /// - Parameter lacks: for each sink, the characters of the text and of their plain forms that
    ///   it can't type; not empty.
    init(_ text: TypableText, lacks: [Set<Character>]) {
        self.text = text
        characters = Array(text.string)
        let untypable = lacks.dropFirst().reduce(lacks[0]) { $0.intersection($1) }
        var forms: [Character: String] = [:]
        for character in untypable {
            guard let form = character.plainForm,
                lacks.contains(where: { $0.isDisjoint(with: form) })
            else { continue }
            forms[character] = form
        }
        self.forms = forms
        omitted = untypable.filter { forms[$0] == nil }
        var position = 0
        while position < characters.count {
            var best: (sink: Int, end: Int)?
            for (sink, lacks) in lacks.enumerated() {
                let stop = characters[position...].firstIndex { character in
                    if let form = forms[character] { return !lacks.isDisjoint(with: form) }
                    return lacks.contains(character) && !omitted.contains(character)
                }
                let end = stop ?? characters.count
                if best == nil || end > best!.end { best = (sink, end) }
            }
            parts.append(Part(sink: best!.sink, range: position..<best!.end))
            position = best!.end
        }
    }

    /// Whether there is a letter or digit to type, if anything must be left out: only the spaces
    /// between missing words would be useless.
    var isWorthTyping: Bool {
        omitted.isEmpty
            || characters.contains { !omitted.contains($0) && ($0.isLetter || $0.isNumber) }
    }

    /// The text for the sink of a part.
    func text(of part: Part) -> TypableText {
        text.dropFirst(part.range.lowerBound).prefix(part.range.count)
            .written(forms, without: omitted)
    }

    /// The index in the text of the first character that is not typed yet when a sink has typed
    /// some of a part. Counted in bytes, since the characters on both sides of an omitted one may
    /// have become one character.
    func position(after typed: Int, of part: Part) -> Int {
        var bytes = text(of: part).string.prefix(typed).utf8.count
        return part.range.first { index in
            if omitted.contains(characters[index]) { return false }
            bytes -= (forms[characters[index]] ?? String(characters[index])).utf8.count
            return bytes < 0
        } ?? part.range.upperBound
    }

    /// The omitted ones of the text's first characters, each once, in their order.
    func omitted(before position: Int) -> [Character] {
        var seen: Set<Character> = []
        return characters.prefix(position).filter {
            omitted.contains($0) && seen.insert($0).inserted
        }
    }

    /// The plain forms in the text's first characters.
    func forms(before position: Int) -> [Character: String] {
        let present = Set(characters.prefix(position))
        return forms.filter { present.contains($0.key) }
    }
}
