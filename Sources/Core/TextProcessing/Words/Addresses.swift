/// Writes addresses of mail and of the web, and names of files, as one word in small letters:
/// john@example.com.
struct Addresses: Sendable {
    private let signs: Set<String>
    /// The words with which an address may be found.
    private let anchors: Set<String>
    private let dots: Set<String>
    private let notLocal: Set<String>
    private let digits: [String: Int]

    init(_ language: Language) {
        signs = Set(language[.addressSigns])
        anchors = signs.union(Self.webWords)
        dots = Set(language[.addressDots])
        notLocal = Set(language[.notInAddresses])
        digits = language.numbers.cardinals.filter { $0.value < 10 }
    }

    func apply(_ tokens: [Token]) -> [Token] {
        guard tokens.contains(where: isAnchor) else { return tokens }
        var result: [Token] = []
        result.reserveCapacity(tokens.count)
        var index = 0
        while index < tokens.count {
            let token = tokens[index]
            if token.role == .symbol, token.text == "@", let end = domain(tokens, index + 1) {
                let local = local(result)
                if local < result.count {
                    replace(&result, from: local, tokens[index..<end])
                    index = end
                    continue
                }
            } else if token.isWord, signs.contains(token.key),
                let end = domain(tokens, index + 1), isAddress(result, tokens[index..<end])
            {
                let local = local(result)
                var address = tokens[index..<end]
                address[index].text = "@"
                replace(&result, from: local, address)
                index = end
                continue
            } else if Self.isWeb(token), let end = web(tokens, index + 1) {
                replace(&result, from: result.count, tokens[index..<end])
                index = end
                continue
            } else if AddressParts.isAddress(token.key) {
                // The engine's own: “www.example.com/help”, but “VB.NET”.
                let isSmall = token.text.dropFirst().allSatisfy { !$0.isUppercase }
                let isStart = result.last.map { !$0.isWord } ?? true
                if isSmall, isStart {
                    replace(&result, from: result.count, tokens[index...index])
                } else {
                    result.append(.fixed(token.text))
                }
                index += 1
                continue
            } else if let end = webWithPath(tokens, index) {
                replace(&result, from: result.count, tokens[index..<end])
                index = end
                continue
            } else if let file = fileExtension(tokens, index, after: result) {
                replace(&result, from: local(result), [token, .fixed(file.text)])
                index = file.next
                continue
            }
            result.append(token)
            index += 1
        }
        // An address alone is no sentence.
        let words = result.filter { $0.kind != .pause }
        if words.count == 2, AddressParts.isAddress(words[0].text), words[1].isEngines,
            words[1].text == "."
        {
            result.removeAll { $0.isEngines }
        }
        return result
    }

    // MARK: What an address is

    private func isAnchor(_ token: Token) -> Bool {
        token.isWord
            ? token.text.utf8.count < 6 && anchors.contains(token.text)
                || AddressParts.isAddress(token.key)
            : token.text == "@" && token.role == .symbol || token.text == "/" || isJoint(token)
    }

    private static let webWords: Set<String> = ["www", "http", "https"]

    private static func isWeb(_ token: Token) -> Bool {
        token.isWord && webWords.contains(token.text)
    }

    /// Whether a word stands for `@`: what is before it has a mark in it, or what follows is where
    /// many have their mail. "Meet us at example.com" has neither.
    private func isAddress(_ before: [Token], _ address: ArraySlice<Token>) -> Bool {
        guard let last = before.last, last.isWord, !notLocal.contains(last.key),
            last.letterCase != .fixed
        else { return false }
        let host = address.dropFirst().first?.key ?? ""
        return Self.mailHosts.contains(host) || local(before) < before.count - 1
    }

    private static let mailHosts: Set<String> = [
        "gmail", "googlemail", "yahoo", "outlook", "hotmail", "icloud", "gmx", "web", "proton",
        "protonmail", "posteo", "mailbox", "aol", "live", "msn", "fastmail", "zoho",
    ]

    /// Where the part before the sign begins in what is written; its end if there is none.
    func local(_ tokens: [Token]) -> Int {
        var place = tokens.count
        while place > 0 {
            // "smith two"
            var word = place - 1
            while word > 0, digits[tokens[word].key] != nil, tokens[word - 1].isWord { word -= 1 }
            guard tokens[word].isWord, !tokens[word].key.isEmpty else { break }
            place = word
            guard place > 1, isJoint(tokens[place - 1]), tokens[place - 2].isWord else { break }
            place -= 1
        }
        return place
    }

    /// Whether a mark may stand within an address.
    func isJoint(_ mark: Token) -> Bool {
        guard mark.isMark, !mark.isEngines else { return false }
        if mark.joinsLeft, mark.joinsRight { return [".", "-", "_"].contains(mark.text) }
        return mark.text == "." && dots.contains(mark.key)
    }

    /// The index after a name with at least one full stop in it.
    private func domain(_ tokens: [Token], _ start: Int) -> Int? {
        guard start < tokens.count, tokens[start].isWord, !tokens[start].key.isEmpty else {
            return nil
        }
        if AddressParts.isAddress(tokens[start].key) { return start + 1 }
        var (index, end) = (start + 1, nil as Int?)
        while index < tokens.count {
            if tokens[index].isTopLevel {
                index += 1
                end = index
            } else if isJoint(tokens[index]), index + 1 < tokens.count, tokens[index + 1].isWord,
                // "u k" is one word by now.
                !tokens[index + 1].key.isEmpty || tokens[index + 1].letterCase == .free
            {
                let isDot = tokens[index].text == "."
                // A spoken full stop that ends the sentence has one before it already.
                if tokens[index].role == .stop, end != nil { break }
                index += 2
                if isDot { index = spelledEnd(tokens, index - 1) ?? index }
                if isDot { end = index }
            } else {
                break
            }
        }
        return end
    }

    /// The index after an end that is said letter by letter: “d e”.
    private func spelledEnd(_ tokens: [Token], _ start: Int) -> Int? {
        let letters = tokens[start...].prefix(3).prefix { $0.isWord && $0.key.utf8.count == 1 }
        guard letters.count > 1, AddressParts.isAddress("x." + letters.map(\.key).joined()) else {
            return nil
        }
        return start + letters.count
    }

    /// The index after what follows `www` or `https`.
    private func web(_ tokens: [Token], _ start: Int) -> Int? {
        var index = start
        while index < tokens.count, tokens[index].isMark, !tokens[index].isEngines,
            tokens[index].text == ":" || tokens[index].text == "/"
        {
            index += 1
        }
        if index == start {
            guard index < tokens.count, isJoint(tokens[index]) else { return nil }
            index += 1
        }
        return domain(tokens, index).map { path(tokens, $0) }
    }

    /// The index after a domain with a path: `example.com/about`.
    private func webWithPath(_ tokens: [Token], _ start: Int) -> Int? {
        guard let end = domain(tokens, start),
            tokens[start..<end].contains(where: { $0.isTopLevel || $0.joinsLeft && $0.joinsRight })
        else { return nil }
        let next = path(tokens, end)
        return next > end ? next : nil
    }

    /// The index after the path of an address.
    private func path(_ tokens: [Token], _ start: Int) -> Int {
        var index = start
        while index + 1 < tokens.count, tokens[index].text == "/", tokens[index].isMark,
            tokens[index + 1].isWord, !tokens[index + 1].key.isEmpty
        {
            index += 2
        }
        return index
    }

    // MARK: Writing

    /// The digit for a word such as "two".
    func digit(_ key: String) -> String? { digits[key].map { "\($0)" } }

    private func replace(
        _ result: inout [Token], from start: Int, _ rest: some Collection<Token>
    ) {
        let parts = result[start...] + rest
        var word = Token.fixed(
            parts.map { token in
                digit(token.key) ?? token.inAddress
            }.joined())
        word.joinsLeft = parts.first?.joinsLeft ?? false
        result.removeSubrange(start...)
        result.append(word)
    }
}

extension Token {
    /// In small letters unless the user asked for capitals.
    fileprivate var inAddress: String {
        switch letterCase {
        case .capital: text.withFirstCapital
        case .upper: text.uppercased()
        case .free, .lower, .fixed: text.lowercased()
        }
    }

    /// Whether it is a mark such as `.de`.
    fileprivate var isTopLevel: Bool {
        isMark && !isEngines && text.utf8.count > 2 && text.utf8.first == UInt8(ascii: ".")
            && text.utf8.dropFirst().allSatisfy { (0x61...0x7A).contains($0) }
    }
}
