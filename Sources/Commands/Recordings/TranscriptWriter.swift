import Dictation
import JSONLines
import LinuxRuntime
import RecognizerRouting
import TextProcessing

/// Writes the transcript of a recording to standard output: subtitles as they become known, the
/// other forms at the end.
@EventLoopActor
final class TranscriptWriter {
    private let format: TranscriptFormat
    private let file: String
    private let processor: TextProcessor?
    /// Called before something is written.
    var willWrite: () -> Void = {}
    private var segments: [TranscriptOutput.Segment] = []
    private var cueCount = 0
    private var previousEnd = Duration.zero
    /// The end of the text so far.
    private var context = TextContext.unknown
    private var failure: (any Error)?

    /// - Parameters:
    ///   - file: the recording's name, for `--format json`.
    ///   - processor: makes text of the engine's words; nil to leave them as they are.
    init(_ format: TranscriptFormat, file: String, _ processor: TextProcessor?) {
        (self.format, self.file, self.processor) = (format, file, processor)
    }

    /// Writes what comes before all else.
    func begin() throws {
        if format == .vtt { try write("WEBVTT\n") }
    }

    func add(_ utterance: SpokenUtterance) {
        guard format != .text else { return }
        let text = text(of: utterance)
        guard !text.isEmpty else { return }
        if format == .json {
            segments.append(TranscriptOutput.Segment(utterance, text))
            return
        }
        for cue in SubtitleCue.cues(text, utterance, after: previousEnd) {
            cueCount += 1
            previousEnd = cue.end
            do {
                try write(format == .srt ? cue.srt(cueCount) : cue.vtt)
            } catch {
                failure = failure ?? error
            }
        }
    }

    /// Writes the rest.
    ///
    /// - Parameters:
    ///   - samples: how many were read.
    ///   - isComplete: whether the whole recording was recognised.
    func end(
        _ transcript: Transcript, _ words: [RecognizedWord], samples: Int, isComplete: Bool
    ) throws {
        if let failure { throw failure }
        let text = clean(processor?.compose(transcript, after: .unknown).text ?? transcript.text)
        switch format {
        // A file that failed has no line if nothing of it was recognised.
        case .text: if isComplete || !transcript.isEmpty { try write(text) }
        case .json:
            if isComplete || !transcript.isEmpty {
                try write(
                    JSONLine.text(
                        TranscriptOutput(
                            file: file, samples: samples, isComplete: isComplete, text: text,
                            segments: segments, transcript, words)))
            }
        case .srt, .vtt: break
        }
    }

    /// The utterance as it is read after the others, on one line.
    private func text(of utterance: SpokenUtterance) -> String {
        var words = Transcript()
        words.append(utterance.text, times: utterance.words)
        let text = clean(processor?.compose(words, after: context).text ?? words.text)
        if case .before(let before) = context {
            context = .before(String((before + text).suffix(200)))
        } else {
            context = .before(text)
        }
        return text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private func clean(_ text: String) -> String {
        TypableText(cleaning: text, lineBreaks: .keep).string
    }

    private func write(_ text: String) throws {
        willWrite()
        try printData(text)
    }
}

/// The output of `--format json` for a recording.
struct TranscriptOutput: Encodable {
    let file: String
    /// The length of the sound in samples of 16 kHz.
    let samples: Int
    /// The same in seconds.
    let seconds: Double
    /// Whether the whole recording was recognised: false after a damaged file, a failure or Ctrl-C.
    let complete: Bool
    let text: String
    /// The recogniser's words, one string for each utterance.
    let utterances: [String]
    /// The text in parts, with times.
    let segments: [Segment]
    /// Nil if the engine gives no times of words.
    let words: [Word]?

    struct Segment: Encodable {
        /// Seconds from the recording's start.
        let start: Double
        let end: Double
        let text: String

        init(_ utterance: SpokenUtterance, _ text: String) {
            (start, end) = (utterance.start.roundedSeconds, utterance.end.roundedSeconds)
            self.text = text
        }
    }

    struct Word: Encodable {
        let word: String
        /// Seconds from the recording's start.
        let start: Double
        let end: Double
        /// From 0 to 1.
        let confidence: Double
    }

    init(
        file: String, samples: Int, isComplete: Bool, text: String, segments: [Segment],
        _ transcript: Transcript, _ words: [RecognizedWord]
    ) {
        self.file = file
        self.samples = samples
        seconds = Double(samples) / Double(AudioFormat.rate)
        complete = isComplete
        self.text = text
        utterances = transcript.utterances
        self.segments = segments
        self.words =
            words.isEmpty
            ? nil
            : words.map {
                Word(
                    word: $0.text, start: $0.start.roundedSeconds, end: $0.end.roundedSeconds,
                    confidence: $0.confidence)
            }
    }
}

extension Duration {
    /// In seconds with three decimals: no engine knows times better.
    fileprivate var roundedSeconds: Double { (self / .milliseconds(1)).rounded() / 1000 }
}
