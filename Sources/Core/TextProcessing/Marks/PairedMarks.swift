/// Gives the marks that come in pairs their forms: quotation marks, and those around what is
/// emphasized.
enum PairedMarks {
    static func apply(to tokens: inout [Token]) {
        quotations(&tokens)
        emphases(&tokens)
    }

    /// Puts the marks with which a question or an exclamation begins where they are missing: at the
    /// start of the sentence, or after its last comma, “Ana, ¿vienes?”.
    static func opening(_ tokens: [Token]) -> [Token] {
        var result: [Token] = []
        var start = 0
        for token in tokens {
            if token.role == .stop, let text = ["?": "¿", "!": "¡"][token.text],
                !result[start...].contains(where: { $0.text == text }),
                let first = result[start...].firstIndex(where: \.isWord)
            {
                var mark = Token.mark(text, .right, .opening)
                mark.isEngines = token.isEngines
                result.insert(mark, at: first)
            }
            result.append(token)
            switch token.kind {
            case .mark(.stop), .mark(.lineBreak), .mark(.divider), .key: start = result.count
            default: break
            }
        }
        return result
    }

    private static func quotations(_ tokens: inout [Token]) {
        var open: Set<String> = []
        for index in tokens.indices {
            switch tokens[index].role {
            case .pairedQuote:
                tokens[index].kind = .mark(.openingQuote)
            case .toggledQuote:
                let marks = tokens[index].text
                let opens = open.insert(marks).inserted
                if !opens { open.remove(marks) }
                tokens[index].kind = .mark(opens ? .openingQuote : .closingQuote)
                tokens[index].text = String(opens ? marks.prefix(1) : marks.suffix(1))
                tokens[index].joinsLeft = !opens
                tokens[index].joinsRight = opens
            case .closingQuote:
                open = []
            default: break
            }
        }
    }

    /// Joins the marks of each pair to the text between them: `**bold**`. Marks without a partner
    /// stay as they are.
    private static func emphases(_ tokens: inout [Token]) {
        var open: [Int: Range<Int>] = [:]
        var index = 0
        while index < tokens.count {
            guard tokens[index].role == .emphasis else {
                index += 1
                continue
            }
            let start = index
            while index < tokens.count, tokens[index].role == .emphasis {
                tokens[index].kind = .mark(.symbol)
                index += 1
            }
            let run = start..<index
            if let first = open.removeValue(forKey: run.count) {
                for place in first {
                    tokens[place].joinsRight = true
                    tokens[place].joinsLeft = place > first.lowerBound
                }
                for place in run {
                    tokens[place].joinsLeft = true
                    tokens[place].joinsRight = place < run.upperBound - 1
                }
            } else if index < tokens.count, tokens[index].isWord {
                open[run.count] = run
            }
        }
    }
}
