import Dictation
import DictationParts
import LinuxRuntime
import MonotonicTime
import Problems
import RecognizerRouting
import SpeechBench

/// Recognises recordings with one recogniser, and measures it.
@EventLoopActor
final class FolderRecognition {
    private let recognizer: any SpeechRecognizer
    private let transcription: FileTranscription
    private var events: [RecognizerEvent] = []

    /// - Parameters:
    ///   - recognizer: used by nothing else; the caller must `close` it.
    ///   - normalizes: whether quiet speech is amplified.
    init(_ recognizer: any SpeechRecognizer, normalizes: Bool) {
        self.recognizer = recognizer
        transcription = FileTranscription(recognizer, normalizes: normalizes)
        transcription.onEvent = { [unowned self] in events.append($0) }
    }

    /// Loads the model, again if recognition failed.
    func prepare() async throws { try await transcription.prepare() }

    /// Recognises a recording as fast as the recogniser can.
    ///
    /// - Parameter compose: turns words into text, to count what is typed live; nil not to count.
    func score(
        of sound: RecordedSound, saying transcript: String, live compose: ((Transcript) -> String)?
    ) async throws -> SpeechScore {
        events = []
        var score = SpeechScore()
        let (cost, begin) = (ProcessCost(with: recognizer.process), MonotonicClock.nanoseconds)
        let heard = try await transcription.transcribe { try await sound.next() }
        // The words of a part can't be compared with the transcript of the whole.
        if let problem = sound.problem { throw problem }
        score.elapsedSeconds = Double(MonotonicClock.nanoseconds - begin) / 1e9
        score.processorSeconds =
            ProcessCost(with: recognizer.process).processorSeconds
            - cost.processorSeconds
        score.seconds = Double(sound.count) / Double(AudioFormat.rate)
        score.errors = WordErrors(
            said: WordErrors.words(transcript), heard: WordErrors.words(heard.text))
        if let compose { score.live = LiveTypingCost(events, compose: compose) }
        return score
    }

    /// How long the text takes after the end of a recording that is fed as fast as it was spoken,
    /// in seconds.
    func wait(after sound: RecordedSound) async throws -> Double {
        events = []
        let player = PacedSound(sound)
        _ = try await transcription.transcribe { try await player.next() }
        for case .finished(let timing) in events { return timing.tail / .seconds(1) }
        return 0
    }

    /// The most memory that the engine's process had so far, in bytes; nil if it runs in
    /// this process.
    var memory: Int? { recognizer.process.flatMap(ProcessCost.mostMemory) }
}

/// A recording in the pieces and at the pace of a microphone.
@EventLoopActor
private final class PacedSound {
    private static let piece = AudioFormat.rate / 50
    private let sound: RecordedSound
    private var waiting: ArraySlice<Int16> = []
    private var begin: Int64?
    /// How many samples were passed on.
    private var count = 0

    init(_ sound: RecordedSound) { self.sound = sound }

    /// The next samples, when the last of them would have been spoken; none at the end.
    func next() async throws -> [Int16] {
        let begin = begin ?? MonotonicClock.nanoseconds
        self.begin = begin
        if waiting.isEmpty { waiting = try await sound.next()[...] }
        let piece = Array(waiting.prefix(Self.piece))
        waiting = waiting.dropFirst(piece.count)
        count += piece.count
        let due = begin + Int64(count) * 1_000_000_000 / Int64(AudioFormat.rate)
        let left = due - MonotonicClock.nanoseconds
        if left > 0 { try await EventLoop.shared.sleep(for: .nanoseconds(left)) }
        return piece
    }
}
