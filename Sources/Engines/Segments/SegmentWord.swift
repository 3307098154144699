public import Dictation

/// A word of a segment's text, with its punctuation.
public struct SegmentWord: Hashable, Sendable {
    public var text: String
    /// Its times in the dictation, where the model knows them.
    public var time: RecognizedWord?

    public init(_ text: some StringProtocol, _ time: RecognizedWord? = nil) {
        self.text = String(text)
        self.time = time
    }

    /// The characters by which two words are compared: letters and digits without case.
    public var letters: String {
        String(text.lowercased().filter { $0.isLetter || $0.isNumber })
    }

    /// The characters by which two names are compared: the ``letters`` without “’s”.
    var key: String {
        let end = text.lastIndex { $0 == "'" || $0 == "’" }
        guard let end, text[end...].dropFirst().prefix(2).filter(\.isLetter) == "s" else {
            return letters
        }
        return SegmentWord(text[..<end]).letters
    }

    /// The words of a text.
    ///
    /// - Parameters:
    ///   - times: the model's words. They are used if there are as many: some models have none, and
    ///     some languages no spaces.
    ///   - start: what is added to their times.
    public static func words(
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
    /// With a space between words.
    public var text: String { map(\.text).joined(separator: " ") }

    /// The words with their times; empty if one has none.
    public var timed: [RecognizedWord] {
        let times = compactMap { word in
            word.time.map {
                RecognizedWord(
                    word.text, start: $0.start, end: $0.end, confidence: $0.confidence)
            }
        }
        return times.count == count ? times : []
    }
}
