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
    private var pending: CheckedContinuation<Void, any Error>?

    /// - Parameters:
    ///   - recognizer: one that nobody else uses; `close` is left to the caller.
    ///   - normalizes: whether quiet speech is made louder, as in a dictation.
    public init(_ recognizer: any SpeechRecognizer, normalizes: Bool = false) {
        self.recognizer = recognizer
        self.normalizes = normalizes
    }

    /// Loads the model.
    public func prepare() async throws {
        try await wait { [self] in recognizer.prepare { [unowned self] in take($0) } }
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
            let piece = try next()
            if piece.isEmpty { break }
            recognizer.feed(normalizes ? gain.apply(piece) : piece)
            await recognizer.waitForRoom()
        }
        if let failure { throw failure }
        try await wait { [self] in recognizer.finish() }
        return transcript
    }

    private func wait(_ begin: () -> Void) async throws {
        try await withCheckedThrowingContinuation {
            pending = $0
            begin()
        }
    }

    private func take(_ event: RecognizerEvent) {
        onEvent(event)
        switch event {
        case .words(let words): self.words += words
        case .utterance(let words): transcript.append(words)
        case .ready, .finished: resume(with: .success(()))
        case .failed(let problem):
            failure = problem
            resume(with: .failure(problem))
        case .warning(let problem): onWarning(problem)
        case .speechStarted, .speechEnded, .partial: break
        }
    }

    private func resume(with result: Result<Void, any Error>) {
        pending?.resume(with: result)
        pending = nil
    }
}
