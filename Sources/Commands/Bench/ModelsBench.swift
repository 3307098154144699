import ArgumentParser
import DictationParts
import EngineRegistry
import Glibc
import JSONLines
import LinuxRuntime
import Problems
import Settings
import SpeechBench
import SpeechEngines
import SystemPackage

/// Measures models over the same recordings: one line for each.
@EventLoopActor
struct ModelsBench {
    private let settings: Settings
    private let normalizes: Bool
    private let printsJSON: Bool
    /// How many recordings are played as fast as they were spoken.
    private let played: Int
    private let progress = ProgressLine()

    init(_ settings: Settings, normalizes: Bool, printsJSON: Bool, played: Int) {
        (self.settings, self.normalizes, self.printsJSON) = (settings, normalizes, printsJSON)
        self.played = played
    }

    /// Measures one model after the other. What fails is reported, and the others follow.
    ///
    /// - Throws: the exit status for a failure if something failed.
    func run(_ models: [SpeechModel], _ folder: SpeechFolder) async throws {
        if !printsJSON { try printData(ModelMeasurement.heading) }
        var hasFailed = false
        for model in models {
            do {
                let measurement = try await measure(model, folder.recordings)
                progress.end()
                hasFailed = hasFailed || measurement.hasFailures
                try printData(printsJSON ? JSONLine.text(measurement) : measurement.line)
            } catch let problem as Problem {
                progress.end()
                hasFailed = true
                let why = problem.why.isEmpty ? problem.what : "\(problem.what): \(problem.why)"
                complain(
                    Problem(
                        "the model “\(model.name)” can't be measured", why: why,
                        remedy: problem.remedy))
            }
        }
        if hasFailed { throw ExitCode.failure }
    }

    private func measure(
        _ model: SpeechModel, _ recordings: [SpeechFolder.Recording]
    ) async throws -> ModelMeasurement {
        if let problem = model.problem { throw problem }
        guard let engine = Engines.all.first(where: { $0.name == model.engine }) else {
            throw Problem("there is no engine “\(model.engine)”", why: "")
        }
        let recognizer = try engine.makeRecognizer(loading: model, settings)
        defer { recognizer.close() }
        if case .unavailable(let problem) = recognizer.availability() { throw problem }
        let recognition = FolderRecognition(recognizer, normalizes: normalizes)
        progress.show("\(model.name): loading")
        try await recognition.prepare()
        var measurement = ModelMeasurement(model)
        var failures = FileFailures(of: recordings.count)
        for (number, recording) in recordings.enumerated() {
            progress.show("\(model.name): \(number + 1) of \(recordings.count) recordings")
            do {
                let sound = try await RecordedSound(recording.path)
                measurement.score += try await recognition.score(
                    of: sound, saying: recording.transcript, live: nil)
                measurement.recordings += 1
            } catch let problem as Problem {
                progress.end()
                failures.note(problem, recording.path, isNamed: false)
                try await recognition.prepare()
            }
        }
        for (number, recording) in Self.choice(of: played, from: recordings).enumerated() {
            progress.show("\(model.name): plays \(number + 1) of \(min(played, recordings.count))")
            // What failed above was reported there.
            guard let sound = try? await RecordedSound(recording.path) else { continue }
            do {
                measurement.waits.all.append(try await recognition.wait(after: sound))
            } catch is Problem {
                try await recognition.prepare()
            }
        }
        measurement.memory = recognition.memory
        measurement.hasFailures = failures.areThere
        return measurement
    }

    /// So many of them, at equal distances.
    static func choice<Element>(of count: Int, from all: [Element]) -> [Element] {
        let count = min(count, all.count)
        return (0..<count).map { all[$0 * all.count / count] }
    }
}

/// The measurements of a model.
struct ModelMeasurement: Encodable {
    private let model: SpeechModel
    var score = SpeechScore()
    /// How many were recognised.
    var recordings = 0
    var hasFailures = false
    /// From the end of a recording to its text.
    var waits = WaitingTimes()
    /// In bytes; nil if the engine doesn't run in its own process.
    var memory: Int?

    init(_ model: SpeechModel) { self.model = model }

    static let heading =
        "  wrong  real-time factor  of processor time  stop → text   longest   memory  model"

    var line: String {
        let wrong = score.errors.words == 0 ? "–" : Column.percent(score.errors.rate, 0) + " %"
        let columns = [
            Column.right(wrong, 7), Column.thousandths(score.realTimeFactor, 16),
            Column.thousandths(score.processorFactor, 17),
            Column.right(Self.milliseconds(waits.percentile(0.5)), 11),
            Column.right(Self.milliseconds(waits.percentile(1)), 8),
            Column.right(memory.map { "\(($0 + 500_000) / 1_000_000) MB" } ?? "–", 7),
            "\(model.name) (\(model.engine))",
        ]
        return columns.joined(separator: "  ")
    }

    private static func milliseconds(_ seconds: Double?) -> String {
        seconds.map { "\(Int(($0 * 1000).rounded())) ms" } ?? "–"
    }

    private enum Key: String, CodingKey {
        case model, engine, path, recordings
        case playedRecordings = "played_recordings"
        case stopToText = "stop_to_text_seconds"
        case longestStopToText = "longest_stop_to_text_seconds"
        case memory = "memory_bytes"
    }

    func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        try fields.encode(model.name, forKey: .model)
        try fields.encode(model.engine, forKey: .engine)
        try fields.encode(model.path.string, forKey: .path)
        try fields.encode(recordings, forKey: .recordings)
        try fields.encode(waits.all.count, forKey: .playedRecordings)
        try fields.encodeIfPresent(waits.percentile(0.5), forKey: .stopToText)
        try fields.encodeIfPresent(waits.percentile(1), forKey: .longestStopToText)
        try fields.encodeIfPresent(memory, forKey: .memory)
        try ScoreFields(score).encode(to: encoder)
    }
}

/// A line on the terminal that says what is done now, and changes; nothing without a terminal.
struct ProgressLine {
    private let isTerminal = isatty(STDERR_FILENO) == 1

    func show(_ words: String) { write("\r  \(words)\u{1B}[K") }  // EL, of ECMA-48

    /// Erases the line.
    func end() { write("\r\u{1B}[K") }

    private func write(_ text: String) {
        if isTerminal { _ = try? FileDescriptor.standardError.writeAll(text.utf8) }
    }
}
