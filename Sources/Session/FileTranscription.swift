import AudioSamples
public import Dictation
public import DictationParts
public import LinuxRuntime
public import Problems

/// Feeds recorded speech to a recogniser, as fast as possible.
@EventLoopActor
public final class FileTranscription {
    /// Called when another engine than the chosen one is used.
    public var onWarning: (Problem) -> Void = { _ in }
    /// Called with all events of the recogniser for a recording.
    public var onEvent: (RecognizerEvent) -> Void = { _ in }
    private let recognizer: any SpeechRecognizer
    private let normalizes: Bool
    /// The words of the last recording with their times, if the engine knows them.
    public private(set) var words: [RecognizedWord] = []
    private var transcript = Transcript()
    /// Why recognition of the current recording ended early.
    private var failure: Problem?
    /// Whether the recogniser has finished its last request.
    private var isDone = false
    private let answers = Waiters()

    /// - Parameters:
    ///   - recognizer: used by nothing else; the caller must `close` it.
    ///   - normalizes: whether quiet speech is amplified, as in a dictation.
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

    /// The words of a recording (16 kHz mono), independent of earlier ones.
    public func transcribe(_ samples: [Int16]) async throws -> Transcript {
        var rest = samples[...]
        return try await transcribe {
            let piece = rest.prefix(AudioFormat.rate)
            rest = rest.dropFirst(piece.count)
            return Array(piece)
        }
    }

    /// The same for a recording that is read in pieces, as fast as the recogniser processes them.
    ///
    /// - Parameter next: returns the next samples; none at the end.
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
                // The results so far must not be mixed with those of another recording.
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

    /// Waits until the recogniser has finished. Throws its failure, and `CancellationError`.
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
        case .speechStarted, .speechEnded, .partial, .settled: break
        }
        answers.wake()
    }
}
