import Assembly
import Dictation
import DictationParts
import JSONLines
import LinuxRuntime
import Problems
import Settings
import SpeechBench

/// Measures one engine, as it is configured, recording by recording.
@EventLoopActor
struct EngineBench {
    private let settings: Settings
    private let normalizes: Bool
    private let printsJSON: Bool
    private let live: ((Transcript) -> String)?

    /// - Parameter live: turns words into text, to count what is typed live; nil not to count.
    init(
        _ settings: Settings, normalizes: Bool, printsJSON: Bool,
        live: ((Transcript) -> String)?
    ) {
        (self.settings, self.normalizes, self.printsJSON) = (settings, normalizes, printsJSON)
        self.live = live
    }

    func run(_ folder: SpeechFolder) async throws {
        let recognizer = try Registry.recognizer(settings)
        defer { recognizer.close() }
        let recognition = FolderRecognition(recognizer, normalizes: normalizes)
        try await recognition.prepare()
        var total = SpeechScore()
        var failures = FileFailures(of: folder.recordings.count)
        for recording in folder.recordings {
            let sound: RecordedSound
            do {
                sound = try await RecordedSound(recording.path)
            } catch let problem as Problem {
                failures.note(problem, recording.path, isNamed: true)
                continue
            }
            do {
                let score = try await recognition.score(
                    of: sound, saying: recording.transcript, live: live)
                total += score
                try show(score, FileName.shown(recording.name))
            } catch let problem as Problem {
                failures.note(problem, recording.path, isNamed: sound.problem == problem)
                try await recognition.prepare()
            }
        }
        try show(total, nil)
        try failures.end()
    }

    /// - Parameter file: nil for all together.
    private func show(_ score: SpeechScore, _ file: String?) throws {
        try printData(
            printsJSON ? JSONLine.text(ScoreFields(score, file: file)) : line(score, file ?? "all"))
    }

    /// The figures in columns of fixed width, then the name.
    private func line(_ score: SpeechScore, _ name: String) -> String {
        let errors = score.errors
        let wrong =
            errors.words == 0
            // Without any speech in it there is no rate: the words were heard in noise.
            ? "\(Column.right("–", 6)) % wrong  \(Column.right("\(errors.count)", 4))"
                + " words heard, none was said"
            : "\(Column.percent(errors.rate, 6)) % wrong  \(Column.right("\(errors.count)", 4))"
                + " of \(Column.right("\(errors.words)", 5)) words"
        return wrong + "  real-time factor \(Column.thousandths(score.realTimeFactor, 5))"
            + ", of processor time \(Column.thousandths(score.processorFactor, 5))"
            + "\(liveColumns(score))  \(name)"
    }

    private func liveColumns(_ score: SpeechScore) -> String {
        guard let live = score.live else { return "" }
        func share(_ count: Int) -> String {
            Column.right("\((Double(count) / Double(max(live.kept, 1)) * 100).rounded() / 100)", 4)
        }
        return "  typed \(share(live.typed)), deleted \(share(live.deleted)) a character kept"
            + (live.wrongTexts == 0 ? "" : "  (\(live.wrongTexts) wrong texts)")
    }
}

/// Figures as text.
enum Column {
    static func right(_ text: String, _ width: Int) -> String {
        String(repeating: " ", count: max(0, width - text.count)) + text
    }

    /// - Parameter share: 0.123 for 12.3 %.
    static func percent(_ share: Double, _ width: Int) -> String {
        right("\((share * 1000).rounded() / 10)", width)
    }

    static func thousandths(_ number: Double, _ width: Int) -> String {
        right("\((number * 1000).rounded() / 1000)", width)
    }
}

/// The fields of a score that `--json` prints, among others.
struct ScoreFields: Encodable {
    private let score: SpeechScore
    /// Nil for all together.
    private let file: String?

    init(_ score: SpeechScore, file: String? = nil) {
        (self.score, self.file) = (score, file)
    }

    private enum Key: String, CodingKey {
        case file, seconds, words, substitutions, insertions, deletions
        case charactersTyped = "characters_typed"
        case charactersKept = "characters_kept"
        case charactersDeleted = "characters_deleted"
        case elapsedSeconds = "elapsed_seconds"
        case processorSeconds = "processor_seconds"
        case wordErrorRate = "word_error_rate"
        case realTimeFactor = "real_time_factor"
        case processorFactor = "processor_factor"
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        let errors = score.errors
        try fields.encodeIfPresent(file, forKey: .file)
        try fields.encode(score.seconds, forKey: .seconds)
        try fields.encode(score.elapsedSeconds, forKey: .elapsedSeconds)
        try fields.encode(score.processorSeconds, forKey: .processorSeconds)
        try fields.encode(score.realTimeFactor, forKey: .realTimeFactor)
        try fields.encode(score.processorFactor, forKey: .processorFactor)
        try fields.encode(errors.words, forKey: .words)
        try fields.encode(errors.substitutions, forKey: .substitutions)
        try fields.encode(errors.insertions, forKey: .insertions)
        try fields.encode(errors.deletions, forKey: .deletions)
        // Without words there is no rate.
        try fields.encodeIfPresent(errors.words == 0 ? nil : errors.rate, forKey: .wordErrorRate)
        try fields.encodeIfPresent(score.live?.typed, forKey: .charactersTyped)
        try fields.encodeIfPresent(score.live?.deleted, forKey: .charactersDeleted)
        try fields.encodeIfPresent(score.live?.kept, forKey: .charactersKept)
    }
}
