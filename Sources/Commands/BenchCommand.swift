import ArgumentParser
import Assembly
import Dictation
import DictationParts
import Doctor
import Glibc
import JSONLines
import LinuxRuntime
import Problems
import Session
import Settings
import SpeechBench
import TextProcessing

struct BenchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench", abstract: "Measure an engine, to choose one by figures.",
        subcommands: [Speech.self])

    struct Speech: ParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Recognise a folder of recordings and count the wrong words.",
            discussion: """
                The folder has WAV files of 16 kHz, and what was said in them: NAME.txt beside \
                NAME.wav, or a table (*.tsv) with the columns file and transcript. Each recording \
                is recognised as if its speaker were new. The real-time factor is the processor \
                time for each second of sound.
                """)

        @Option(help: "The recogniser to use, instead of the one configured.")
        var engine: String?

        @Flag(help: "Make quiet recordings louder, as [audio] normalize does in a dictation.")
        var normalize = false

        @Flag(help: "Print one JSON object a recording, and one for all.")
        var json = false

        @Flag(
            help: """
                Also count what is typed and deleted where [output] commit is "live", for each \
                character that stays.
                """)
        var live = false

        @OptionGroup var configurationFile: ConfigurationFile

        @Argument(help: "The folder.")
        var folder: String

        func run() throws {
            var settings = try configurationFile.load()
            if let engine { settings.recognizer.engine = engine }
            let folder = try SpeechFolder(folder, read: StandardInput.readFile)
            let style = try settings.style()
            try EventLoop.shared.run { [json, live, normalize, settings] in
                let recognizer = try Registry.recognizer(settings)
                defer { recognizer.close() }
                let transcription = FileTranscription(recognizer, normalizes: normalize)
                try await transcription.prepare()
                var events: [RecognizerEvent] = []
                transcription.onEvent = { events.append($0) }
                var total = Score(file: nil)
                var failures = FileFailures(of: folder.recordings.count)
                for recording in folder.recordings {
                    let name = String(recording.path.split(separator: "/").last!)
                    var score = Score(file: FileName.shown(name))
                    let sound: SoundFile
                    do throws(Problem) {
                        sound = try SoundFile(recording.path)
                    } catch {
                        failures.note(error, recording.path, isNamed: true)
                        continue
                    }
                    events = []
                    let begin = ProcessorTime.now
                    let transcript: Transcript
                    do {
                        transcript = try await transcription.transcribe { try sound.next() }
                    } catch let problem as Problem {
                        failures.note(problem, recording.path, isNamed: false)
                        try await transcription.prepare()
                        continue
                    }
                    score.processorSeconds = ProcessorTime.now - begin
                    score.seconds = Double(sound.count) / Double(AudioFormat.rate)
                    score.errors = WordErrors(
                        said: WordErrors.words(recording.transcript),
                        heard: WordErrors.words(transcript.text))
                    if live {
                        score.live = LiveTypingCost(events) {
                            style.text?.compose($0, after: .unknown).text ?? $0.text
                        }
                    }
                    total += score
                    try printData(json ? JSONLine.text(score) : score.line)
                }
                try printData(json ? JSONLine.text(total) : total.line)
                try failures.end()
            }
        }
    }
}

/// The measurements of one recording, or of all together.
private struct Score: Encodable {
    /// Nil for all together.
    let file: String?
    var seconds = 0.0
    var processorSeconds = 0.0
    var errors = WordErrors()
    var live: LiveTypingCost?

    init(file: String?) {
        self.file = file
    }

    static func += (sum: inout Score, other: Score) {
        sum.seconds += other.seconds
        sum.processorSeconds += other.processorSeconds
        sum.errors += other.errors
        if let live = other.live {
            var all = sum.live ?? LiveTypingCost()
            all += live
            sum.live = all
        }
    }

    private var realTimeFactor: Double { seconds == 0 ? 0 : processorSeconds / seconds }

    /// The figures in columns of fixed width, then the name.
    var line: String {
        let rate = (errors.rate * 1000).rounded() / 10
        let factor = (realTimeFactor * 1000).rounded() / 1000
        let wrong = errors.words == 0
            // Without any speech in it there is no rate: the words were heard in noise.
            ? "\(Self.right("–", 6)) % wrong  \(Self.right("\(errors.count)", 4)) words heard, none was said"
            : "\(Self.right("\(rate)", 6)) % wrong  \(Self.right("\(errors.count)", 4))"
                + " of \(Self.right("\(errors.words)", 5)) words"
        return wrong + "  real-time factor"
            + " \(Self.right("\(factor)", 5))\(liveColumns)  \(file ?? "all")"
    }

    private var liveColumns: String {
        guard let live else { return "" }
        func share(_ count: Int) -> String {
            Self.right("\((Double(count) / Double(max(live.kept, 1)) * 100).rounded() / 100)", 4)
        }
        return "  typed \(share(live.typed)), deleted \(share(live.deleted)) a character kept"
            + (live.wrongTexts == 0 ? "" : "  (\(live.wrongTexts) wrong texts)")
    }

    private static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private enum Key: String, CodingKey {
        case file, seconds, words, substitutions, insertions, deletions
        case charactersTyped = "characters_typed"
        case charactersKept = "characters_kept"
        case charactersDeleted = "characters_deleted"
        case processorSeconds = "processor_seconds"
        case wordErrorRate = "word_error_rate"
        case realTimeFactor = "real_time_factor"
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encodeIfPresent(file, forKey: .file)
        try fields.encode(seconds, forKey: .seconds)
        try fields.encode(processorSeconds, forKey: .processorSeconds)
        try fields.encode(realTimeFactor, forKey: .realTimeFactor)
        try fields.encode(errors.words, forKey: .words)
        try fields.encode(errors.substitutions, forKey: .substitutions)
        try fields.encode(errors.insertions, forKey: .insertions)
        try fields.encode(errors.deletions, forKey: .deletions)
        // Without words there is no rate.
        try fields.encodeIfPresent(errors.words == 0 ? nil : errors.rate, forKey: .wordErrorRate)
        try fields.encodeIfPresent(live?.typed, forKey: .charactersTyped)
        try fields.encodeIfPresent(live?.deleted, forKey: .charactersDeleted)
        try fields.encodeIfPresent(live?.kept, forKey: .charactersKept)
    }
}

/// The processor time of this process and of the programs that it ran to the end (getrusage(2)).
private enum ProcessorTime {
    /// In seconds.
    static var now: Double { [RUSAGE_SELF, RUSAGE_CHILDREN].map(seconds).reduce(0, +) }

    private static func seconds(_ who: __rusage_who) -> Double {
        var usage = rusage()
        getrusage(__rusage_who_t(who.rawValue), &usage)
        return [usage.ru_utime, usage.ru_stime]
            .map { Double($0.tv_sec) + Double($0.tv_usec) / 1_000_000 }.reduce(0, +)
    }
}
