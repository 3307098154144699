import Dictation
import RecognizerRouting

/// A subtitle: what is shown from one time to another.
///
/// At most two lines of 42 characters and 7 s, as is usual for subtitles, unless a word is longer.
struct SubtitleCue: Hashable {
    static let (mostCharacters, mostLines) = (42, 2)
    static let longest = Duration.seconds(7)
    private static let shortest = Duration.milliseconds(500)

    /// From the first sample of the recording.
    private(set) var start: Duration
    private(set) var end: Duration
    let lines: [String]

    /// The subtitles for an utterance.
    ///
    /// - Parameters:
    ///   - text: the utterance as it is to be read. Where its words differ from the engine's, their
    ///     times are interpolated.
    ///   - previousEnd: no cue begins before it.
    static func cues(
        _ text: String, _ utterance: SpokenUtterance, after previousEnd: Duration
    ) -> [SubtitleCue] {
        let words = text.split(whereSeparator: \.isWhitespace).map(String.init)
        let clock = TextClock(words, utterance)
        var cues: [SubtitleCue] = []
        var (lines, first) = ([String](), 0)
        func close(before next: Int) {
            guard !lines.isEmpty else { return }
            cues.append(
                SubtitleCue(
                    start: clock.start(of: first), end: clock.end(of: next - 1), lines: lines))
            (lines, first) = ([], next)
        }
        for (index, word) in words.enumerated() {
            if clock.end(of: index) - clock.start(of: first) > longest { close(before: index) }
            if let line = lines.last, line.count + 1 + word.count <= mostCharacters {
                lines[lines.count - 1] += " " + word
            } else {
                if lines.count == mostLines { close(before: index) }
                lines.append(word)
            }
            // A sentence that ends in the second line is a whole.
            if lines.count == mostLines, let last = word.last, ".!?…".contains(last) {
                close(before: index + 1)
            }
        }
        close(before: words.count)
        var earliest = previousEnd
        for index in cues.indices {
            cues[index].start = max(cues[index].start, earliest)
            cues[index].end = max(cues[index].end, cues[index].start + shortest)
            earliest = cues[index].end
        }
        return cues
    }

    /// As SubRip has it, with its number from 1; ends with an empty line when it is printed as a
    /// line.
    func srt(_ number: Int) -> String {
        // An arrow would look like a line with times.
        let text = lines.map {
            $0.split(separator: "-->", omittingEmptySubsequences: false)
                .joined(separator: "->")
        }
        return "\(number)\n\(Self.time(start, ",")) --> \(Self.time(end, ","))\n"
            + text.joined(separator: "\n") + "\n"
    }

    /// As WebVTT has it.
    var vtt: String {
        let text = lines.map { line in
            line.reduce(into: "") { escaped, character in
                switch character {
                case "&": escaped += "&amp;"
                case "<": escaped += "&lt;"
                case ">": escaped += "&gt;"
                default: escaped.append(character)
                }
            }
        }
        return "\(Self.time(start, ".")) --> \(Self.time(end, "."))\n"
            + text.joined(separator: "\n") + "\n"
    }

    /// `01:02:03,456`
    private static func time(_ time: Duration, _ mark: String) -> String {
        let all = max(0, Int(time / .milliseconds(1)))
        func digits(_ number: Int, _ count: Int) -> String {
            let text = "\(number)"
            return String(repeating: "0", count: max(0, count - text.count)) + text
        }
        return [all / 3_600_000, all / 60_000 % 60, all / 1000 % 60]
            .map { digits($0, 2) }.joined(separator: ":") + mark + digits(all % 1000, 3)
    }
}

/// When the words of an utterance's text are spoken.
private struct TextClock {
    /// Where each word of the text begins and ends, as a share of the text from 0 to 1.
    private var places: [(start: Double, end: Double)] = []
    private let utterance: SpokenUtterance
    /// Whether the text's words are the engine's, one for one.
    private let isExact: Bool
    /// Where each of the engine's words begins and ends, as a share of its text.
    private var heard: [(start: Double, end: Double)] = []

    init(_ words: [String], _ utterance: SpokenUtterance) {
        self.utterance = utterance
        isExact = words.count == utterance.words.count
        places = Self.places(words)
        heard = Self.places(utterance.words.map(\.text))
    }

    private static func places(_ words: [String]) -> [(start: Double, end: Double)] {
        let all = Double(words.reduce(0) { $0 + $1.count + 1 })
        var done = 0
        return words.map { word in
            let start = Double(done) / all
            done += word.count + 1
            return (start, Double(done) / all)
        }
    }

    func start(of word: Int) -> Duration {
        isExact ? utterance.words[word].start : time(at: places[word].start)
    }

    func end(of word: Int) -> Duration {
        isExact ? utterance.words[word].end : time(at: places[word].end)
    }

    private func time(at share: Double) -> Duration {
        guard let index = heard.firstIndex(where: { share < $0.end }) else {
            // At the end, or without times of words.
            return heard.isEmpty
                ? utterance.start + (utterance.end - utterance.start) * share : utterance.end
        }
        let (word, place) = (utterance.words[index], heard[index])
        return word.start + (word.end - word.start)
            * ((share - place.start) / (place.end - place.start))
    }
}
