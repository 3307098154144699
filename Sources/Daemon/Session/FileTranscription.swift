public import Dictation
public import DictationParts
public import LinuxRuntime

/// Takes recorded speech through a recogniser, as fast as it can.
@EventLoopActor
public final class FileTranscription {
    /// Called when another engine than the chosen one does the work.
    public var onWarning: (Problem) -> Void = { _ in }
    /// Called with all that the recogniser tells of a recording.
    public var onEvent: (RecognizerEvent) -> Void = { _ in }
    private let recognizer: any SpeechRecognizer
    private let normalizes: Bool
    /// Of the last recording, with their times, where the engine knows them.
    public private(set) var words: [RecognizedWord] = []
    private var transcript = Transcript()
    /// Why the present recording's recognition ended before the recording did.
    private var failure: Problem?
    /// Whether the recogniser is done with what it was last asked for.
    private var isDone = false
    private let answers = Waiters()

    /// - Parameters:
    ///   - recognizer: one that nobody else uses; `close` is left to the caller.
    ///   - normalizes: whether quiet speech is made louder, as in a dictation.
    public init(_ recognizer: any SpeechRecognizer, normalizes: Bool = false) {
        self.recognizer = recognizer
        self.normalizes = normalizes
    }

    /// Loads the model.
    public func prepare() async throws {
        (isDone, failure) = (false, nil)
        recognizer.prepare { [unowned self] in take($0) }
        try await answer()
    }

    /// The words of one recording (16 kHz mono), whatever was transcribed before.
    public func transcribe(_ samples: [Int16]) async throws -> Transcript {
        var rest = samples[...]
        return try await transcribe {
            let piece = rest.prefix(AudioFormat.rate)
            rest = rest.dropFirst(piece.count)
            return Array(piece)
        }
    }

    /// The same of a recording that is read piece by piece, as the recogniser gets on with it.
    ///
    /// - Parameter next: the next samples; none at the end.
    public func transcribe(pieces next: () throws -> [Int16]) async throws -> Transcript {
        transcript = Transcript()
        words = []
        failure = nil
        var gain = InputGain()
        recognizer.forgetVoice()
        recognizer.begin()
        while failure == nil {
            let piece: [Int16]
            do {
                piece = try next()
            } catch {
                // What was heard of it belongs to no other recording.
                recognizer.cancel()
                throw error
            }
            if piece.isEmpty { break }
            recognizer.feed(normalizes ? gain.apply(piece) : piece)
            await recognizer.waitForRoom()
        }
        if let failure { throw failure }
        isDone = false
        recognizer.finish()
        try await answer()
        return transcript
    }

    /// Waits until the recogniser is done. Throws its failure, and `CancellationError`.
    private func answer() async throws {
        let isAnswered = await answers.until { isDone || failure != nil }
        if let failure { throw failure }
        guard isAnswered else { throw CancellationError() }
    }

    private func take(_ event: RecognizerEvent) {
        onEvent(event)
        switch event {
        case .words(let words): self.words += words
        case .utterance(let words): transcript.append(words)
        case .ready, .finished: isDone = true
        case .failed(let problem): failure = problem
        case .warning(let problem): onWarning(problem)
        case .speechStarted, .speechEnded, .partial: break
        }
        answers.wake()
    }
}
