/// Tells the joints of addresses and of names of files from other words: the dot of “example dot com”.
struct AddressParts: Sendable {
    private let dots: Set<String>
    private let signs: Set<String>
    /// Words beside which the sign of an address is no sign.
    private let notInAddresses: Set<String>
    private let articles: Set<String>
    private let digits: Set<String>
    private let joints: PhraseTable<String>
    private let apostrophe: String?
    /// Phrases for a full stop that ends sentences.
    private let stops: Set<String>

    init(_ language: Language) {
        dots = Set(language[.addressDots])
        signs = Set(language[.addressSigns])
        notInAddresses = Set(language[.notInAddresses]).union(language[.unfinished])
        articles = Set(language[.articles])
        digits = Set(language.numbers.cardinals.filter { $0.value < 100 }.map(\.key))
            .union(language.numbers.scales.keys).union(language.numbers[.zeros])
        apostrophe = language.marks.first { $0.text == "'" }?.phrases.first
        stops = Set(language.marks.filter { $0.role == .stop }.flatMap(\.phrases))
        let marks = language.marks.filter { ["_", "-", ".", "/", "@", "~"].contains($0.text) }
        joints = PhraseTable(marks.flatMap { mark in mark.phrases.map { ($0, mark.text) } })
    }

    /// Whether a phrase for a joint has parts of an address or a file's name on both sides: an end
    /// that is known follows (`com`, `pdf`), perhaps after other parts; or figures or letters are
    /// on both sides.
    func isJoint(_ tokens: [Token], _ place: Range<Int>, after result: [Token]) -> Bool {
        guard place.upperBound < tokens.count, tokens[place.upperBound].isWord,
            let last = result.last
        else { return false }
        // “the dog apostrophe s bone”
        if tokens[place.lowerBound].key == apostrophe {
            return last.isWord && Self.endings.contains(tokens[place.upperBound].key)
        }
        if isShort(tokens[place.upperBound]), isShort(last) { return true }
        let joint = joints.match(tokens, at: place.lowerBound)?.value
        // “~/bin”
        if last.isMark { return joint == "/" && (last.text == "~" || last.text == "/") }
        if Self.webWords.contains(last.key) || last.key == "w" { return true }
        // “example dot com slash help”, “example dot co dot u k”
        if joint == "/" || joint == ".", result.dropLast().suffix(2).contains(where: \.isJoint) {
            return true
        }
        return !articles.contains(last.key) && isEnded(tokens, place)
    }

    private static let webWords: Set<String> = ["www", "http", "https"]

    private func isShort(_ token: Token) -> Bool {
        guard token.isWord else { return false }
        let key = token.key.isEmpty ? token.text.lowercased() : token.key
        return key.count == 1 || digits.contains(key) || key.allSatisfy(\.isNumber)
    }

    /// Whether a part of an address follows that only addresses have, joined to this one by joints.
    private func isEnded(_ tokens: [Token], _ place: Range<Int>) -> Bool {
        let isStop = stops.contains(tokens[place.lowerBound].key)
        var (joint, index) = (
            joints.match(tokens, at: place.lowerBound)?.value ?? "", place.upperBound
        )
        var parts = 0
        while index < tokens.count, tokens[index].isWord, parts < 8 {
            let key = tokens[index].key
            if joint == ".",
                Addresses.fileExtensions.contains(key)
                    || Self.ends.contains(key) && !(isStop && Self.words.contains(key))
            {
                return true
            }
            if Self.isAddress(key) { return true }
            index += 1
            parts += 1
            guard index < tokens.count, tokens[index].isWord else { return false }
            if let (next, count) = joints.match(tokens, at: index) {
                (joint, index) = (next, index + count)
            } else if signs.contains(tokens[index].key) {
                (joint, index) = ("@", index + 1)
            } else if digits.contains(tokens[index].key) || key.count == 1, joint == "." {
                // “song dot m p three”, “smith two at …”
                if spellsExtension(tokens, index - 1) { return true }
            } else {
                return false
            }
        }
        return false
    }

    /// Whether letters spell the end of a file's name.
    private func spellsExtension(_ tokens: [Token], _ start: Int) -> Bool {
        var text = ""
        for token in tokens[start...].prefix(4) where token.isWord {
            text += token.key.count == 1 ? token.key : token.key == "three" ? "3" : token.key
            if Addresses.fileExtensions.contains(text) { return true }
        }
        return false
    }

    /// Whether a word is an address as an engine writes it: `example.com`, `john@example.com`,
    /// `www.example.com/help`.
    static func isAddress(_ key: String) -> Bool {
        guard key.utf8.contains(0x2E), key.allSatisfy({ !$0.isWhitespace }) else { return false }
        let host = key.split(separator: "/", maxSplits: 1)[0]
        guard let dot = host.lastIndex(of: "."), dot > host.startIndex else { return false }
        return ends.contains(String(host[host.index(after: dot)...]))
            || key.hasPrefix("www.") || key.hasPrefix("http")
    }

    /// Frequent top-level domains.
    private static let ends: Set<String> = [
        "com", "org", "net", "edu", "gov", "mil", "int", "info", "biz", "io", "dev", "app", "ai",
        "co", "me", "tv", "eu", "uk", "us", "de", "at", "ch", "fr", "es", "it", "nl", "be", "pl",
        "se", "no", "dk", "fi", "ie", "ca", "au", "nz", "jp", "cn", "in", "br", "ru", "test",
        "local", "localhost", "example", "swift", "java", "lock", "env",
    ]

    private static let endings: Set<String> = ["s", "t", "d", "m", "ll", "re", "ve", "n"]

    /// Those that are words, with which a sentence may begin.
    private static let words: Set<String> = [
        "at", "be", "in", "it", "me", "no", "us", "es", "so", "app", "test", "example", "local",
        "lock", "net",
    ]

    /// Whether the sign of addresses stands among words that are no part of one, so that its name
    /// is meant: “mit At-Zeichen im Namen”.
    func isNamed(_ tokens: [Token], _ start: Int, _ end: Int) -> Bool {
        func isNoPart(_ index: Int) -> Bool {
            guard tokens.indices.contains(index), tokens[index].isWord,
                notInAddresses.contains(tokens[index].key)
            else { return false }
            // “at sign it dot example”
            return index < end || index + 1 == tokens.count
                || !dots.contains(tokens[index + 1].key)
        }
        // “shop at sign example dot com”
        let isAddress = tokens.indices.contains(end + 1) && dots.contains(tokens[end + 1].key)
        return isNoPart(start - 1) && !isAddress || isNoPart(end)
    }
}

extension Token {
    /// Whether it joins two words, and was said.
    fileprivate var isJoint: Bool {
        isMark && !isEngines && joinsLeft && (joinsRight || text.count > 2)
    }
}
