/// Removes fillers, and words that were said twice. Never within a quotation.
struct Fillers: Sendable {
    private let fillers: Set<String>
    private let pauseFillers: PhraseTable<Void>
    private let stutters: Set<String>
    private let leavesOutFillers: Bool
    private let leavesOutRepetitions: Bool

    init(_ language: Language, fillers leavesOutFillers: Bool, repetitions: Bool) {
        fillers = Set(language.fillers)
        pauseFillers = PhraseTable(language.pauseFillers.map { ($0, ()) })
        stutters = Set(language.stutters)
        self.leavesOutFillers = leavesOutFillers
        leavesOutRepetitions = repetitions
    }

    func apply(_ tokens: [Token]) -> [Token] {
        var result: [Token] = []
        result.reserveCapacity(tokens.count)
        var quotes = 0
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            switch token.role {
            case .openingQuote: quotes += 1
            case .closingQuote: quotes = max(0, quotes - 1)
            default: break
            }
            if quotes == 0, leavesOutFillers, let count = filler(tokens, index, after: result) {
                index += count
                // The commas around a filler are removed with it.
                if let last = result.last, last.isEngines, last.role == .divider {
                    result.removeLast()
                }
                while index < tokens.count, tokens[index].isEngines,
                    tokens[index].role == .divider
                {
                    index += 1
                }
                continue
            }
            index += 1
            if quotes == 0, leavesOutRepetitions {
                appendOnce(token, to: &result)
            } else {
                result.append(token)
            }
        }
        return result
    }

    /// The number of tokens of a filler that begins here.
    private func filler(_ tokens: [Token], _ index: Int, after result: [Token]) -> Int? {
        let token = tokens[index]
        guard token.isWord, !token.key.isEmpty else { return nil }
        if fillers.contains(token.key) { return 1 }
        guard let (_, count) = pauseFillers.match(tokens, at: index),
            Self.isPause(result.last),
            Self.isPause(index + count < tokens.count ? tokens[index + count] : nil)
        else { return nil }
        return count
    }

    private static func isPause(_ token: Token?) -> Bool {
        guard let token else { return true }
        return token.kind == .pause || (token.isEngines && token.isMark)
    }

    /// Appends a word unless it, or the two or three words that it ends, repeat what is before.
    private func appendOnce(_ token: Token, to result: inout [Token]) {
        result.append(token)
        guard token.isWord, !token.key.isEmpty else { return }
        for length in 1...3 where result.count >= 2 * length {
            let middle = result.count - length
            let first = result[middle]
            guard stutters.contains(first.key),
                (0..<length).allSatisfy({
                    let (said, again) = (result[middle - length + $0], result[middle + $0])
                    return said.isWord && again.isWord && !again.key.isEmpty
                        && said.key == again.key
                })
            else { continue }
            result.removeLast(length)
            return
        }
        // "I, I think" in the spelling of some engines.
        if result.count > 2, stutters.contains(token.key), result[result.count - 2].isEngines,
            result[result.count - 2].text == ",", result[result.count - 3].key == token.key
        {
            result.removeLast(2)
        }
    }
}
