/// Roughly how words sound, for comparisons: a phonetic code after Metaphone (L. Philips, 1990).
///
/// It is made of the letters: a model that doesn't know a name writes what it hears as English is
/// spelt, and names have the spellings of many languages. So any vowels are one symbol, and a
/// consonant is two, a class and itself: a consonant of the same class is half a difference, as a
/// vowel more or less is, and any other is a whole one. In a class are those that voices and models
/// take for each other, mostly with and without voice: "b" and "p", "n" and "m".
struct SoundCode: Sendable {
    /// Scalars are compared faster than characters: there may be a thousand names.
    private(set) var symbols: [Unicode.Scalar] = []

    /// - Parameter words: without spaces.
    init(_ words: some Sequence<String>) {
        for word in words { append(word) }
    }

    mutating func append(_ word: String) {
        let new = Self.symbols(of: word)
        // Vowels of two words are one, too.
        let areOne = symbols.last == Self.vowel && new.first == Self.vowel
        symbols += areOne ? new.dropFirst() : new[...]
    }

    /// How different the beginnings of other words sound, as a part of this code's length.
    func distances(toBeginningsOf other: SoundCode) -> [Double] {
        symbols.editDistances(toBeginningsOf: other.symbols).map {
            Double($0) / Double(max(1, symbols.count))
        }
    }

    /// How different other words sound, as a part of this code's length.
    func distance(to other: SoundCode) -> Double {
        distances(toBeginningsOf: other).last!
    }

    // MARK: From letters to symbols

    private static let vowel: Unicode.Scalar = "a"
    private static let vowels = Set("aeiouy".unicodeScalars)

    /// Spellings of a sound in several letters, the longer ones first: of English, and of names from
    /// German, Polish, Irish and so on. "S" is the sound of "sh".
    private static let spellings: [(letters: String, sounds: String)] = [
        ("sch", "S"), ("tch", "S"), ("cia", "Sa"), ("cie", "Sa"), ("cio", "Sa"), ("tio", "Sa"),
        ("ch", "S"), ("cj", "S"), ("cz", "S"), ("sh", "S"), ("sz", "S"), ("bh", "f"), ("mh", "f"),
        ("ph", "f"), ("ck", "k"), ("qu", "kw"), ("ce", "sa"), ("ci", "sa"), ("cy", "sa"),
        ("c", "k"), ("q", "k"), ("x", "ks"),
    ]
    /// Those that begin a word.
    private static let beginnings: [(letters: String, sounds: String)] = [
        ("kn", "n"), ("wr", "r"), ("wh", "w"), ("ts", "S"), ("zs", "S"), ("h", "h"),
    ]

    private static let classes: [Unicode.Scalar: Unicode.Scalar] = [
        "b": "P", "p": "P", "f": "F", "v": "F", "w": "F", "g": "K", "k": "K", "s": "S", "z": "S",
        "S": "S", "j": "S", "d": "T", "t": "T", "m": "M", "n": "M",
    ]

    private static func symbols(of word: String) -> [Unicode.Scalar] {
        var sounds: [Unicode.Scalar] = []
        var rest = latinLetters(of: word)[...]
        var isBeginning = true
        while let letter = rest.first {
            let table = isBeginning ? beginnings + spellings : spellings
            let spelling = table.first { rest.starts(with: $0.letters.unicodeScalars) }
            let new: String
            if let spelling {
                new = spelling.sounds
            } else if vowels.contains(letter) || letter == "w" && !isBeforeVowel(rest) {
                new = String(Character(vowel))
            } else {
                // Within a word it is silent, or lengthens a vowel.
                new = letter == "h" ? "" : String(Character(letter))
            }
            for sound in new.unicodeScalars where sound != sounds.last { sounds.append(sound) }
            rest.removeFirst(spelling?.letters.unicodeScalars.count ?? 1)
            isBeginning = false
        }
        return sounds.flatMap { $0 == vowel ? [$0] : [classes[$0] ?? $0, $0] }
    }

    private static func isBeforeVowel(_ letters: ArraySlice<Unicode.Scalar>) -> Bool {
        letters.dropFirst().first.map(vowels.contains) ?? false
    }

    /// In lower case, without accents: by Unicode's name of a letter, "LATIN SMALL LETTER L WITH STROKE".
    private static func latinLetters(of word: String) -> [Unicode.Scalar] {
        word.lowercased().unicodeScalars.flatMap { scalar -> [Unicode.Scalar] in
            let properties = scalar.properties
            guard properties.isAlphabetic || properties.numericType != nil else { return [] }
            let parts = scalar.isASCII ? [] : (properties.name ?? "").split(separator: " ")
            guard parts.starts(with: ["LATIN", "SMALL", "LETTER"]) else { return [scalar] }
            // "AE"; "SHARP S"
            let letters = parts.dropFirst(3).prefix { $0 != "WITH" }.last ?? ""
            return Array(letters.lowercased().unicodeScalars)
        }
    }
}
