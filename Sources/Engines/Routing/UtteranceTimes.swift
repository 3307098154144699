import AudioSamples
import Dictation

/// When the utterances of a recording were spoken: by the engine's times of words, else by the
/// loudness of the sound that the engine has settled with them.
struct UtteranceTimes {
    private static let frame = AudioFormat.rate / 100
    /// How long `VoiceActivity` hears speech or a pause before it says so.
    private static let (beginning, pause) = (6 * frame, 60 * frame)

    private var voice = VoiceActivity()
    /// The number of samples heard.
    private(set) var position = 0
    /// Where there is speech, in samples, from `settled` on.
    private var speech: [Range<Int>] = []
    /// Where the speech that isn't over began.
    private var beginning: Int?
    private var open: [(text: String, words: [RecognizedWord])] = []
    private var settled = 0

    /// Whether the last sound was speech.
    var isSpeaking: Bool { beginning != nil }

    /// Takes the next samples.
    mutating func hear(_ samples: [Int16]) {
        for start in stride(from: 0, to: samples.count, by: Self.frame) {
            let end = min(start + Self.frame, samples.count)
            position += end - start
            for event in voice.hear(samples[start..<end]) {
                if event == .speechStarted {
                    beginning = max(0, position - Self.beginning)
                } else if let begun = beginning {
                    speech.append(begun..<max(begun, position - Self.pause))
                    beginning = nil
                }
            }
        }
    }

    /// Adds an utterance that the engine has reported.
    ///
    /// - Parameter words: with times from the first sample of the recording; may be empty.
    mutating func add(_ text: String, _ words: [RecognizedWord]) {
        open.append((text, words))
    }

    /// The utterances added since the last call, whose sound ends before this sample.
    mutating func settle(upTo end: Int) -> [SpokenUtterance] {
        let end = max(end, settled)
        defer {
            settled = end
            open = []
            speech.removeAll { $0.upperBound <= end }
        }
        guard !open.isEmpty else { return [] }
        let span = spoken(in: settled..<end)
        // Utterances that were settled together share their time by their lengths.
        let all = open.reduce(0) { $0 + $1.text.count }
        var done = 0
        return open.map { utterance in
            let first = span.lowerBound + span.count * done / max(1, all)
            done += utterance.text.count
            let last = span.lowerBound + span.count * done / max(1, all)
            guard let start = utterance.words.first?.start, let end = utterance.words.last?.end
            else {
                return SpokenUtterance(
                    utterance.text, start: AudioFormat.duration(samples: first),
                    end: AudioFormat.duration(samples: last))
            }
            return SpokenUtterance(utterance.text, start: start, end: end, words: utterance.words)
        }
    }

    /// From the beginning of the first speech to the end of the last; all if there is none.
    private func spoken(in place: Range<Int>) -> Range<Int> {
        let parts = (speech + (beginning.map { [$0..<max($0, position)] } ?? []))
            .map { $0.clamped(to: place) }.filter { !$0.isEmpty }
        guard let first = parts.first, let last = parts.last else { return place }
        return first.lowerBound..<last.upperBound
    }
}
