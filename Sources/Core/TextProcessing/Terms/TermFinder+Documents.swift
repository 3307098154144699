extension TermFinder {
    /// The terms of a file's text: of an address book, a list of words, or any other text.
    public func terms(in document: String) -> [Term] {
        if ContactCards.areIn(document) { return terms(inNames: ContactCards.names(in: document)) }
        return Self.list(document).map { terms(inList: $0) } ?? terms(inText: document)
    }

    /// Whether only a list of the language's words could tell names from nouns in it.
    public func isTooLittleKnown(for document: String) -> Bool {
        cannotTellNames && !ContactCards.areIn(document) && Self.list(document) == nil
    }

    /// The lines of a list: some words each, without the marks of sentences.
    private static func list(_ document: String) -> [String]? {
        let lines = document.split(whereSeparator: \.isNewline).map { line in
            let start = line.drop(while: \.isWhitespace)
            return start.lastIndex { !$0.isWhitespace }.map { String(start[...$0]) } ?? ""
        }.filter { !$0.isEmpty }
        let isList = lines.allSatisfy { line in
            line.split(whereSeparator: \.isWhitespace).count <= mostWords
                && !line.contains { ",.;:?!…".contains($0) }
        }
        return isList ? lines : nil
    }

    /// A name of an organisation or a work has some words.
    private static let mostWords = 4
}
