import Assembly
import DictationParts
import LinuxRuntime
import Problems
import RecognizerRouting
import Settings
import TextProcessing

/// Recognises files one after the other, with one recogniser, and writes their transcripts.
@EventLoopActor
final class FileRecognition {
    private let settings: Settings
    private let format: TranscriptFormat
    private let processor: TextProcessor?
    private var transcription: FileTranscription?
    private var close: () -> Void = {}
    /// Whether the recogniser is ready for the next file.
    private var isPrepared = false
    private var progress: TranscriptionProgress?

    init(_ settings: Settings, _ format: TranscriptFormat, _ processor: TextProcessor?) {
        (self.settings, self.format, self.processor) = (settings, format, processor)
    }

    /// Recognises the files. What fails is reported, and the others follow.
    ///
    /// - Throws: `ExitCode.failure` if a file failed; `CancellationError` when the task is cancelled
    ///   and ``interrupt()`` is called: the transcript up to there was written then.
    func run(_ files: [String]) async throws {
        var failures = FileFailures(of: files.count)
        defer { close() }
        for file in files {
            let sound: RecordedSound
            do {
                // Before the model is loaded, so that a wrong name is reported at once.
                sound = try await RecordedSound(file)
            } catch let problem as Problem {
                failures.note(problem, file, isNamed: true)
                continue
            }
            let transcription = try await prepared()
            do {
                try await recognize(sound, FileName.shown(file), transcription)
            } catch let problem as Problem {
                failures.note(problem, file, isNamed: sound.problem == problem)
            }
        }
        try failures.end()
    }

    /// Ends recognition, and writes what is known.
    func interrupt() { transcription?.interrupt() }

    private func recognize(
        _ sound: RecordedSound, _ name: String, _ transcription: FileTranscription
    ) async throws {
        let progress = TranscriptionProgress(name, length: sound.length)
        self.progress = progress
        let writer = TranscriptWriter(format, file: name, processor)
        writer.willWrite = { progress.clear() }
        transcription.onUtterance = { writer.add($0) }
        try writer.begin()
        isPrepared = false
        func end(isComplete: Bool) throws {
            progress.clear()
            try writer.end(
                transcription.transcript, transcription.words, samples: sound.count,
                isComplete: isComplete)
        }
        do {
            _ = try await transcription.transcribe {
                let samples = try await sound.next()
                progress.show(sound.count)
                return samples
            }
        } catch {
            try end(isComplete: false)
            throw error
        }
        isPrepared = true
        try end(isComplete: sound.problem == nil)
        if let problem = sound.problem { throw problem }
    }

    /// The recogniser with its model loaded, again if the last file's recognition failed.
    private func prepared() async throws -> FileTranscription {
        let present: FileTranscription
        if let transcription {
            present = transcription
        } else {
            let recognizer = try Registry.recognizer(settings)
            present = FileTranscription(recognizer)
            present.onWarning = { [unowned self] in
                progress?.clear()
                complain($0)
            }
            transcription = present
            close = { recognizer.close() }
        }
        if !isPrepared { try await present.prepare() }
        isPrepared = true
        return present
    }
}
