import Dictation

/// Where in an utterance's text its pauses are, for models that know no times of words: a run over the
/// sound up to a pause says how many words are before it.
public struct PauseWords: Sendable {
    /// The words before a pause, by ``SpeechPause/voiced``.
    private var words: [Int: [SegmentWord]] = [:]

    public init() {}

    /// Notes the words of a run over an utterance's sound up to a pause.
    public mutating func note(_ words: [SegmentWord], before pause: SpeechPause) {
        self.words[pause.voiced] = words
    }

    /// The words before a pause; nil if they aren't known.
    public subscript(before pause: SpeechPause) -> [SegmentWord]? { words[pause.voiced] }

    /// Forgets what was said before a pause: an utterance ends there.
    ///
    /// - Returns: what is left of later words of the utterance.
    public mutating func divide(at pause: SpeechPause, _ later: [SegmentWord]) -> [SegmentWord] {
        guard let before = words[pause.voiced] else {
            words = [:]
            return []
        }
        func rest(of whole: [SegmentWord]) -> [SegmentWord] {
            Array(whole.dropFirst(Self.count(of: before, in: whole)))
        }
        words = words.filter { $0.key > pause.voiced }.mapValues(rest)
        return rest(of: later)
    }

    /// An utterance's words with times that are right at its pauses: from pause to pause, all words have
    /// the same. Without times where no pause is known.
    ///
    /// - Parameter segment: the sound of the words.
    public func timed(_ words: [SegmentWord], in segment: SpeechSegment) -> [SegmentWord] {
        guard words.allSatisfy({ $0.time == nil }) else { return words }
        var result = words
        var (first, start) = (0, segment.start)
        func setTimes(to last: Int, _ end: Int) {
            for index in first..<last {
                result[index].time = RecognizedWord(
                    words[index].text, start: AudioFormat.duration(samples: start),
                    end: AudioFormat.duration(samples: end), confidence: 1)
            }
        }
        for pause in segment.pauses {
            guard let before = self[before: pause] else { continue }
            let count = Self.count(of: before, in: words)
            guard first < count, count < words.count else { continue }
            setTimes(to: count, pause.start)
            (first, start) = (count, pause.end)
        }
        guard first > 0 else { return words }
        setTimes(to: words.count, segment.end)
        return result
    }

    /// The first pause after which an utterance's text has no words, though something was said: now and
    /// then Whisper ends after a sentence.
    public func unwritten(_ words: [SegmentWord], in segment: SpeechSegment) -> SpeechPause? {
        segment.pauses.first { pause in
            self[before: pause]?.map(\.letters).starts(with: words.map(\.letters)) ?? false
        }
    }

    /// How many words of a text belong to an earlier version of its beginning: the number that has
    /// the smallest edit distance to it, and of several the nearest to its own.
    static func count(of beginning: [SegmentWord], in whole: [SegmentWord]) -> Int {
        let (old, new) = (beginning.map(\.letters), whole.map(\.letters))
        let distances = old.editDistances(toBeginningsOf: new)
        return distances.indices.min {
            (distances[$0], abs($0 - old.count)) < (distances[$1], abs($1 - old.count))
        }!
    }
}
