import Dictation

/// Which of several sinks types which part of a text.
///
/// The text is cut as seldom as can be, for a hand-over is slow and risky: the next sink may
/// begin only when the window has read what the one before has typed, and some sinks can only
/// guess when that is. (Forty characters by turns of xtest and clipboard took 2.5 s, pasted at
/// once 0.2 s.) So the first sink that can type all of the text gets all of it. Only if
/// none can, each part goes to the sink that gets furthest, the earlier one of equals. Characters
/// that none can type interrupt no part; they are left out.
struct SinkPartition {
    let text: TypableText
    /// The characters that no sink can type.
    let omitted: Set<Character>
    /// In order, and without gaps up to the end of the text.
    private(set) var parts: [Part] = []
    let characters: [Character]

    /// Characters for one sink.
    struct Part: Hashable {
        /// The sink's place in the list.
        let sink: Int
        /// Characters of the text, counted from 0.
        let range: Range<Int>
    }

    /// - Parameter lacks: for each sink, what it can't type; not empty.
    init(_ text: TypableText, lacks: [Set<Character>]) {
        self.text = text
        characters = Array(text.string)
        omitted = lacks.dropFirst().reduce(lacks[0]) { $0.intersection($1) }
        var position = 0
        while position < characters.count {
            var best: (sink: Int, end: Int)?
            for (sink, lacks) in lacks.enumerated() {
                let stop = characters[position...].firstIndex {
                    lacks.contains($0) && !omitted.contains($0)
                }
                let end = stop ?? characters.count
                if best == nil || end > best!.end { best = (sink, end) }
            }
            parts.append(Part(sink: best!.sink, range: position..<best!.end))
            position = best!.end
        }
    }

    /// Whether there is a letter or digit to type, if anything must be left out. The spaces
    /// between words that the keyboard lacks are of no use to anybody.
    var isWorthTyping: Bool {
        omitted.isEmpty
            || characters.contains { !omitted.contains($0) && ($0.isLetter || $0.isNumber) }
    }

    /// What the sink of a part is to type.
    func text(of part: Part) -> TypableText {
        text.dropFirst(part.range.lowerBound).prefix(part.range.count, without: omitted)
    }

    /// The place in the text of the first character that is not typed yet when a sink has typed
    /// some of a part. Counted in bytes, for what stands on both sides of a character left out
    /// may have become one character.
    func position(after typed: Int, of part: Part) -> Int {
        var bytes = text(of: part).string.prefix(typed).utf8.count
        return part.range.first { index in
            if omitted.contains(characters[index]) { return false }
            bytes -= characters[index].utf8.count
            return bytes < 0
        } ?? part.range.upperBound
    }

    /// What is left out of the text's first characters, each once, in their order.
    func omitted(before position: Int) -> [Character] {
        var seen: Set<Character> = []
        return characters.prefix(position).filter {
            omitted.contains($0) && seen.insert($0).inserted
        }
    }
}
