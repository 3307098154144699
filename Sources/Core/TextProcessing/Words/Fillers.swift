/// Removes fillers, and words that were said twice. Never within a quotation.
struct Fillers: Sendable {
    private let fillers: Set<String>
    private let pauseFillers: PhraseTable<Void>
    private let stutters: Set<String>
    /// Words with which a clause may end: “who use it, it works” has no word twice.
    private let ends: Set<String>
    /// Dots that are left of two where a filler was: “so... um... I left”.
    private let dots: String
    private let leavesOutFillers: Bool
    private let leavesOutRepetitions: Bool

    init(
        _ language: Language, fillers leavesOutFillers: Bool, repetitions: Bool,
        plainMarks: Bool = false
    ) {
        fillers = Set(language[.fillers])
        pauseFillers = PhraseTable(language[.pauseFillers].map { ($0, ()) })
        stutters = Set(language[.stutters])
        ends = Set(language[.ends])
        dots = plainMarks ? "..." : "…"
        self.leavesOutFillers = leavesOutFillers
        leavesOutRepetitions = repetitions
    }

    func apply(_ tokens: [Token]) -> [Token] {
        var result: [Token] = []
        result.reserveCapacity(tokens.count)
        var quotations = OpenQuotations()
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            quotations.pass(token)
            if quotations.areNone, leavesOutFillers,
                let count = filler(tokens, index, after: result)
            {
                index += count
                index = afterFiller(tokens, index, &result)
                continue
            }
            index += 1
            if quotations.areNone, leavesOutRepetitions {
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
        if fillers.contains(token.key) {
            // “2 mm”
            return result.last?.text.last?.isNumber ?? false ? nil : 1
        }
        guard let (_, count) = pauseFillers.match(tokens, at: index),
            Self.isPause(result.last),
            Self.isPause(index + count < tokens.count ? tokens[index + count] : nil)
        else { return nil }
        return count
    }

    /// Removes the engine's marks around a filler: the commas, the stop of “Um.” after a sentence,
    /// the dots after “um”. Returns the index after them.
    private func afterFiller(_ tokens: [Token], _ start: Int, _ result: inout [Token]) -> Int {
        var index = start
        if let last = result.last, last.isEngines, last.role == .divider { result.removeLast() }
        let last = result.last
        let isBetween = last.map { $0.kind == .pause || $0.isEngines } ?? true
        let hadDots = last?.isDots ?? false
        while index < tokens.count, tokens[index].isEngines {
            let mark = tokens[index]
            guard mark.role == .divider || mark.isDots || isBetween && mark.role == .stop else {
                break
            }
            if hadDots, mark.isDots { result[result.count - 1].text = dots }
            index += 1
        }
        return index
    }

    private static func isPause(_ token: Token?) -> Bool {
        guard let token else { return true }
        return token.kind == .pause
            || token.isEngines && (token.role == .divider || token.role == .stop)
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
        if result.count > 2, stutters.contains(token.key), !ends.contains(token.key),
            result[result.count - 2].isEngines,
            result[result.count - 2].text == ",", result[result.count - 3].key == token.key
        {
            result.removeLast(2)
        }
    }
}

extension Token {
    /// Whether it is the dots of an engine.
    fileprivate var isDots: Bool {
        isEngines && role == .symbol && (text.first == "." || text == "…")
    }
}
