import Dictation

/// A word of a segment's text, with its punctuation.
struct SegmentWord: Hashable, Sendable {
    var text: String
    /// Its times in the dictation, where the model knows them.
    var time: RecognizedWord?

    init(_ text: some StringProtocol, _ time: RecognizedWord? = nil) {
        self.text = String(text)
        self.time = time
    }

    /// What makes it the same word: letters and digits without case.
    var letters: String {
        String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// The words of a text.
    ///
    /// - Parameters:
    ///   - times: the model's words. They are used if there are as many: some models have none, and
    ///     some languages no spaces.
    ///   - start: what is added to their times.
    static func words(
        of text: String, _ times: [RecognizedWord] = [], from start: Duration = .zero
    ) -> [SegmentWord] {
        let texts = text.split(whereSeparator: \.isWhitespace)
        guard texts.count == times.count else { return texts.map { SegmentWord($0) } }
        return zip(texts, times).map { text, time in
            SegmentWord(
                text,
                RecognizedWord(
                    String(text), start: start + time.start, end: start + time.end,
                    confidence: time.confidence))
        }
    }
}

extension [SegmentWord] {
    var text: String { map(\.text).joined(separator: " ") }

    /// The words with their times; empty if one has none.
    var timed: [RecognizedWord] {
        let times = compactMap { word in
            word.time.map {
                RecognizedWord(
                    word.text, start: $0.start, end: $0.end, confidence: $0.confidence)
            }
        }
        return times.count == count ? times : []
    }
}
