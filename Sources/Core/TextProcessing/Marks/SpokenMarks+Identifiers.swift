// Names in a program: whether “camel case foo bar” is one.

extension SpokenMarks {
    /// Whether the words after a command are a name in a program. Where no code is written, it must
    /// begin a sentence that has no more words: “Snake case is easy to read.” isn't a command.
    func identifier(_ said: SpokenEvidence.Candidate) -> SpokenEvidence.Verdict {
        func verdict(_ isObeyed: Bool, _ reason: String) -> SpokenEvidence.Verdict {
            SpokenEvidence.Verdict(isObeyed: isObeyed, reason: reason)
        }
        let start = said.tokens[said.end...].firstIndex { !$0.isEngines } ?? said.tokens.count
        var end = start
        while end < said.tokens.count, said.tokens[end].isWord, !isCase(said.tokens, end) {
            end += 1
        }
        let name = said.tokens[start..<end].map(\.key)
        guard let first = name.first else {
            return verdict(false, "no name follows")
        }
        if said.left == .none, let last = said.before.last, words.isArticle(last.key) {
            return verdict(false, "after “\(last.text)”")
        }
        if writesCode { return verdict(true, "code is written here") }
        guard said.left.isEnd || said.left == .spoken, said.before.last?.isWord != true else {
            return verdict(false, "it doesn't begin a sentence")
        }
        let isSentence =
            words.has(first, .prepositions) || words.has(first, .finiteVerbs)
            || !(2...6).contains(name.count)
            || name.contains { key in
                words.isArticle(key)
                    || [.subjects, .auxiliaries, .conjunctions, .requests].contains {
                        words.has(key, $0)
                    }
            }
            || name.dropFirst().contains { words.has($0, .verbs) }
        return isSentence ? verdict(false, "it begins a sentence") : verdict(true, "a name follows")
    }

    /// Whether the command for a name, or the one that ends it, is at an index.
    private func isCase(_ tokens: [Token], _ index: Int) -> Bool {
        guard !tokens[index].key.isEmpty,
            case .command(let command) = meanings.match(tokens, at: index)?.value
        else { return false }
        return command.beginsIdentifier || command == .caseOff
    }

    /// Whether a name is before the command that ends one.
    func identifierEnd(_ said: SpokenEvidence.Candidate) -> SpokenEvidence.Verdict {
        let command = said.before.suffix(100).last { !$0.isWord }
        let isEnd = command?.beginsIdentifier ?? false
        return SpokenEvidence.Verdict(
            isObeyed: isEnd, reason: isEnd ? "it ends a name" : "no name is before it")
    }
}

extension Token {
    /// Whether it is a command after which words are a name in a program.
    fileprivate var beginsIdentifier: Bool {
        if case .command(let command) = kind { command.beginsIdentifier } else { false }
    }
}
