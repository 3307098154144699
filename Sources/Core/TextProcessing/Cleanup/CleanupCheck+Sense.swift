// What may not change: negations, numbers, days, names, and words that have an opposite.

extension CleanupCheck {
    /// The words of a language whose change turns the sense of a sentence round.
    struct SenseWords: Sendable {
        /// The first form of a word, by each of them.
        private let forms: [String: String]
        /// Whether a capital within a sentence is a name's.
        let hasNamesByCapitals: Bool

        init(_ language: Language) {
            var forms: [String: String] = [:]
            func add(_ words: some Sequence<Substring>) {
                let keys = words.flatMap { CleanupCheck.words(of: $0) }
                for key in keys { forms[key] = forms[key] ?? keys[0] }
            }
            for entry in language[.sense] { add(entry.split(separator: " ")) }
            let numbers = language.numbers
            let single =
                Array(numbers.cardinals.keys) + Array(numbers.ordinals.keys)
                + Array(numbers.scales.keys) + numbers[.months] + numbers[.weekdays]
            for word in single { add([word[...]]) }
            for name in language[.people] + language[.names] {
                // “I'm” and “a.m.” are spellings, not names.
                for word in name.split(separator: " ")
                where word.count > 2 && !word.contains("'") && word.last != "." {
                    add([word])
                }
            }
            self.forms = forms
            hasNamesByCapitals = !forms.isEmpty && language.tag.prefix(2) != "de"
        }

        /// Those words of a text that must stay, in their order; a word that is said twice counts
        /// once.
        func kept(of words: [String]) -> [String] {
            var kept: [String] = []
            var (rest, last) = (words[...], "")
            while let word = rest.popFirst() {
                defer { last = word }
                // “git hub” is “GitHub”.
                if let next = rest.first, let form = forms[word + next] {
                    kept.append(form)
                    rest.removeFirst()
                } else if word != last, let form = forms[word] {
                    kept.append(form)
                }
            }
            return kept
        }
    }

    /// A name in an answer that wasn't said: a word with a capital within a sentence.
    func addsName(_ answer: Substring, to words: [String]) -> Bool {
        guard sense.hasNamesByCapitals else { return false }
        let said = Set(words).union(zip(words, words.dropFirst()).map { $0 + $1 })
        var beginsSentence = true
        for token in answer.split(whereSeparator: \.isWhitespace) {
            defer { beginsSentence = token.last.map { ".!?:…”\"".contains($0) } ?? false }
            guard let first = token.first(where: { $0.isLetter || $0.isNumber }), first.isUppercase,
                !beginsSentence, !Self.isPronoun(token)
            else { continue }
            if Self.words(of: token).contains(where: { !said.contains($0) }) { return true }
        }
        return false
    }

    /// “I”, “I'm”.
    private static func isPronoun(_ token: Substring) -> Bool {
        let letters = token.drop { !$0.isLetter }
        return letters.first == "I" && !(letters.dropFirst().first?.isLetter ?? false)
    }

    /// An answer without what models put around it: their thoughts, and quotation marks that the
    /// text doesn't have.
    static func unwrapped(_ answer: String, for text: Substring) -> String {
        var body = answer[...]
        if let start = body.firstRange(of: "<think>"), trimmed(body[..<start.lowerBound]).isEmpty {
            let end = body.firstRange(of: "</think>")?.upperBound ?? body.endIndex
            body = trimmed(body[end...])
        }
        let pairs: [Character: Character] = [
            "\"": "\"", "“": "”", "„": "“", "«": "»", "‘": "’", "'": "'",
        ]
        let bare = trimmed(body)
        if let first = bare.first, let close = pairs[first], bare.last == close, bare.count > 2,
            text.first != first,
            !bare.dropFirst().dropLast().contains(where: { $0 == first || $0 == close })
        {
            return String(bare.dropFirst().dropLast())
        }
        return String(body)
    }

    /// The words that are others in an answer, for a message: “there → their”.
    public func otherWords(in answer: String, than text: String) -> [String] {
        let spoken = Self.words(of: text[...]).filter { !fillers.contains($0) }
        let old = spoken.indices.filter { $0 == 0 || spoken[$0] != spoken[$0 - 1] }.map {
            spoken[$0]
        }
        let new = Self.words(of: answer[...])
        let changes = new.difference(from: old)
        var removed = changes.removals.map { change in
            if case .remove(let offset, let word, _) = change { (offset, word) } else { (0, "") }
        }
        var pairs: [String] = []
        // Words in the same place took each other's.
        let added = Dictionary(
            uniqueKeysWithValues: changes.insertions.map { change in
                if case .insert(let offset, let word, _) = change {
                    (offset, word)
                } else {
                    (0, "")
                }
            })
        var (place, other) = (0, 0)
        while place < old.count || other < new.count {
            let isRemoved = removed.first?.0 == place
            if isRemoved, let word = added[other] {
                pairs.append("\(removed.removeFirst().1) → \(word)")
                (place, other) = (place + 1, other + 1)
            } else if isRemoved {
                pairs.append("\(removed.removeFirst().1) → –")
                place += 1
            } else if let word = added[other] {
                pairs.append("– → \(word)")
                other += 1
            } else {
                (place, other) = (place + 1, other + 1)
            }
        }
        return pairs
    }
}
