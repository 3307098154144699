import Dictation

/// The words of an utterance: of the segments that have ended, and of the present one.
public struct UtteranceText: Sendable {
    /// Slow speech has five letters a second; a stream with fewer than three has lost some.
    private static let fewestLettersPerSecond = 3
    /// Shorter speech may be a single short word.
    private static let shortest = 3 * AudioFormat.rate / 2

    private let seam: Seam
    private var ended: [SegmentWord] = []
    /// The words of the present segment's last run.
    public private(set) var current: [SegmentWord] = []
    /// Where the present segment begins in the dictation.
    private var start = Duration.zero
    private var shown = ""

    public init(_ seam: Seam) {
        self.seam = seam
    }

    /// Whether no segment of the utterance has ended.
    public var isFirstSegment: Bool { ended.isEmpty }

    /// All words.
    public var words: [SegmentWord] { seam.join(ended, current, at: start) }

    /// Replaces the words of the present segment.
    ///
    /// - Parameters:
    ///   - start: where it begins in the dictation.
    ///   - isCut: whether somebody speaks at the end of its sound. Then half of what is shown and
    ///     taken back is the last word, which is left out.
    /// - Returns: the utterance's text so far, if it is another one and not empty.
    public mutating func show(
        _ words: [SegmentWord], from start: Duration, isCut: Bool = false
    ) -> String? {
        (current, self.start) = (words, start)
        let text = seam.join(ended, isCut ? Array(words.dropLast()) : words, at: start).text
        guard text != shown, !text.isEmpty else { return nil }
        shown = text
        return text
    }

    /// Ends the present segment.
    public mutating func end(_ words: [SegmentWord], from start: Duration) {
        (current, self.start) = (words, start)
        ended = self.words
        current = []
    }

    /// Begins another utterance.
    public mutating func reset() {
        self = UtteranceText(seam)
    }

    /// Whether a text is far too short for its sound.
    ///
    /// - Parameter voiced: the samples of speech in it.
    public static func isTooShort(_ words: [SegmentWord], voiced: Int) -> Bool {
        voiced >= shortest
            && words.text.count * AudioFormat.rate < fewestLettersPerSecond * voiced
    }
}
