import Dictation

/// Takes out what a model wrote without having heard it.
public enum InventedText {
    /// Very fast speech: 25 letters a second.
    private static let lettersPerSecond = 25

    /// How many letters may have been said in a number of samples of speech.
    private static func letters(in voiced: Int) -> Int {
        voiced * lettersPerSecond / AudioFormat.rate
    }

    /// The words that may have been said.
    ///
    /// - Parameters:
    ///   - voiced: the samples of speech in the sound.
    ///   - isCut: the library itself found a loop, or no end.
    public static func removed(
        from words: [SegmentWord], voiced: Int, isCut: Bool = false
    ) -> [SegmentWord] {
        // “!!!!” is what a damaged model writes: nobody says marks without their names.
        let hasWords = words.contains { !$0.letters.isEmpty }
        guard hasWords, !isRemark(words.text), !isPhantom(words, voiced: voiced) else { return [] }
        return withoutLoops(words, voiced: voiced, isCut: isCut)
    }

    /// The text of a whole recording, as the engine wrote it if all of it may have been said.
    ///
    /// - Parameter voiced: the samples of the recording that may be speech; asked for only where the
    ///   text may be invented.
    public static func removed(fromWhole text: String, voiced: @autoclosure () -> Int) -> String {
        let words = SegmentWord.words(of: text)
        guard mayBeInvented(words) else { return text }
        let said = removed(from: words, voiced: voiced())
        return said == words ? text : said.text
    }

    private static func mayBeInvented(_ words: [SegmentWord]) -> Bool {
        let letters = words.map(\.letters)
        return letters.allSatisfy(\.isEmpty) || isRemark(words.text)
            || phrases.contains(letters.joined())
            || letters.indices.contains { loop(at: $0, of: letters) != nil }
    }

    /// Whether words can have been said in a sound of so many samples. What can't was not understood.
    public static func canBeSaid(_ words: [SegmentWord], in samples: Int) -> Bool {
        words.reduce(0) { $0 + $1.letters.count } <= letters(in: samples)
    }

    /// Whether a phrase of three words or more is there twice in a row.
    public static func repeats(_ words: [SegmentWord]) -> Bool {
        let letters = words.map(\.letters)
        return (3...longestPhrase).contains { length in
            letters.indices.dropLast(2 * length - 1).contains { place in
                letters[place..<place + length]
                    == letters[place + length..<place + 2 * length]
            }
        }
    }

    // MARK: Phrases

    /// “[BLANK_AUDIO]”, “(music)”: nobody says brackets.
    private static func isRemark(_ text: String) -> Bool {
        let closing: [Character: Character] = ["[": "]", "(": ")", "*": "*", "♪": "♪", "<": ">"]
        guard let first = text.first, let last = text.last, text.count > 1 else {
            return text == "♪"
        }
        guard closing[first] == last else { return false }
        // “(a) and (b)” is no remark.
        return !text.dropFirst().dropLast().contains { $0 == last }
    }

    /// Whether the words are a phrase that models write for near silence, because films' subtitles
    /// end with it. The phrase counts as spoken if there was time to say it.
    private static func isPhantom(_ words: [SegmentWord], voiced: Int) -> Bool {
        let said = words.map(\.letters).joined()
        return said.count > letters(in: voiced) && phrases.contains(said)
    }

    private static let phrases: Set<String> = Set(
        [
            "you", "thank you", "thank you very much", "thank you so much", "thanks for watching",
            "thank you for watching", "thank you for listening", "please subscribe", "bye",
            "bye bye", "okay", "oh", "so", "the", "yeah", "mm", "hmm", "i'm sorry",
            "subtitles by the amara.org community",
            "vielen dank", "danke", "tschüss", "vielen dank fürs zuschauen",
            "untertitel der amara.org-community", "untertitel im auftrag des zdf für funk, 2017",
            "merci", "merci d'avoir regardé cette vidéo",
            "sous-titres réalisés par la communauté d'amara.org",
            "gracias", "gracias por ver el video",
            "subtítulos realizados por la comunidad de amara.org", "obrigado", "obrigada",
            "grazie", "grazie a tutti", "sottotitoli creati dalla comunità amara.org",
            "legendas pela comunidade amara.org", "ondertiteld door de amara.org gemeenschap",
            "продолжение следует", "спасибо", "ご視聴ありがとうございました", "謝謝觀看", "谢谢观看",
        ].map { SegmentWord($0).letters })

    // MARK: Loops

    /// A phrase of a loop has at most as many words.
    private static let longestPhrase = 12

    private static func withoutLoops(
        _ words: [SegmentWord], voiced: Int, isCut: Bool
    ) -> [SegmentWord] {
        let letters = words.map(\.letters)
        // “No no no no no no” is said now and then, in its time.
        let isTooMuch = letters.reduce(0) { $0 + $1.count } > Self.letters(in: voiced)
        guard isCut || isTooMuch else { return words }
        var kept: [SegmentWord] = []
        var place = 0
        while place < words.count {
            let loop = loop(at: place, of: letters)
            kept += words[place..<place + (loop?.phrase ?? 1)]
            place += loop.map { $0.phrase * $0.times } ?? 1
        }
        return kept
    }

    /// The loop that begins at a word.
    private static func loop(
        at place: Int, of letters: [String]
    ) -> (phrase: Int, times: Int)? {
        for phrase in 1...longestPhrase {
            var times = 1
            while place + phrase * (times + 1) <= letters.count,
                letters[place..<place + phrase]
                    == letters[place + phrase * times..<place + phrase * (times + 1)]
            {
                times += 1
            }
            if times >= (phrase == 1 ? 6 : 4) { return (phrase, times) }
        }
        return nil
    }
}
