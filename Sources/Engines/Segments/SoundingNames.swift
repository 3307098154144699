/// Finds the names and terms of the user's that sound like what was heard.
///
/// A Whisper writes a name that stands in its prompt. A prompt with all names of the user's costs it
/// ordinary words, and so does a name that sounds like none of what was said: so only few are told.
public struct SoundingNames: Sendable {
    /// At most so much of a name may sound otherwise.
    static let difference = 0.25
    /// So many names are told.
    private static let most = 5
    /// A name is heard as a few words at most.
    private static let mostHeard = 5
    /// Two consonants and a vowel: shorter names sound like too many words.
    private static let shortest = 5

    private struct Name: Sendable {
        let text: String
        let keys: [String]
        let code: SoundCode
    }
    private let names: [Name]

    /// Nil if there is none to look for.
    ///
    /// - Parameters:
    ///   - names: words of the user's, each of one or more words.
    ///   - ordinary: words of the language, in lower case. A name that is nothing else would change
    ///     ordinary speech.
    public init?(_ names: [String], ordinary: Set<String>) {
        self.names = names.compactMap { text in
            let keys = SegmentWord.words(of: text).map(\.key).filter { !$0.isEmpty }
            let code = SoundCode(keys)
            guard code.symbols.count >= Self.shortest, !keys.allSatisfy(ordinary.contains)
            else { return nil }
            return Name(text: text, keys: keys, code: code)
        }
        if self.names.isEmpty { return nil }
    }

    /// The names that sound like some of the words and aren't among them, the likeliest first.
    ///
    /// - Parameter words: what was heard without a prompt.
    public func names(in words: [SegmentWord]) -> [String] {
        let keys = words.flatMap { word in
            word.text.split(separator: "-").map { SegmentWord($0).key }.filter { !$0.isEmpty }
        }
        let stretches = stretches(of: keys)
        let near = names.compactMap { name -> (text: String, difference: Double)? in
            let difference = difference(of: name, from: stretches)
            guard difference <= Self.difference, !keys.contains(name.keys) else { return nil }
            return (name.text, difference)
        }
        return near.sorted { $0.difference < $1.difference }.prefix(Self.most).map(\.text)
    }

    /// The code of each word with some that follow, and the places in it where a word ends.
    private func stretches(of keys: [String]) -> [(code: SoundCode, ends: [Int])] {
        keys.indices.map { start in
            var code = SoundCode([])
            let ends = keys[start...].prefix(Self.mostHeard).map { key in
                code.append(key)
                return code.symbols.count
            }
            return (code, ends)
        }
    }

    /// From the words that sound most like it.
    private func difference(
        of name: Name, from stretches: [(code: SoundCode, ends: [Int])]
    ) -> Double {
        stretches.map { code, ends in
            let distances = name.code.distances(toBeginningsOf: code)
            return ends.map { distances[$0] }.min() ?? 1
        }.min() ?? 1
    }
}
