import AudioSamples
public import Dictation
public import DictationParts
public import LinuxRuntime
public import Problems

/// Feeds recorded speech to a recogniser, as fast as possible. A recording of any length: only what
/// the recogniser has yet to hear is in memory.
@EventLoopActor
public final class FileTranscription {
    /// An engine that takes whole dictations gets a recording in parts: a part ends at the first
    /// pause after a minute, or after two.
    private static let (shortestPart, longestPart) = (60 * AudioFormat.rate, 120 * AudioFormat.rate)

    /// Called when another engine than the chosen one is used.
    public var onWarning: (Problem) -> Void = { _ in }
    /// Called with all events of the recogniser for a recording.
    public var onEvent: (RecognizerEvent) -> Void = { _ in }
    /// Called with each utterance, in their order.
    public var onUtterance: (SpokenUtterance) -> Void = { _ in }
    private let recognizer: any SpeechRecognizer
    private let normalizes: Bool
    /// The words of the last recording with their times, if the engine knows them.
    public private(set) var words: [RecognizedWord] = []
    /// The utterances of the last recording, as far as it was recognised.
    public private(set) var transcript = Transcript()
    private var times = UtteranceTimes()
    /// The words of the utterance that follows.
    private var nextWords: [RecognizedWord] = []
    /// Where the part that is being recognised begins, in samples.
    private var part = 0
    /// Why recognition of the current recording ended early.
    private var failure: Problem?
    /// Whether the recogniser has finished its last request.
    private var isDone = false
    private var isInterrupted = false
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

    /// The same for a recording that is read in pieces, as fast as they come and the recogniser
    /// processes them.
    ///
    /// - Parameter next: returns the next samples; none at the end.
    /// - Throws: what `next` throws; the recogniser's failure; `CancellationError` after
    ///   ``interrupt()``. ``transcript`` and ``words`` have what was recognised until then.
    public func transcribe(pieces next: () async throws -> [Int16]) async throws -> Transcript {
        transcript = Transcript()
        times = UtteranceTimes()
        (words, nextWords, part) = ([], [], 0)
        (failure, isInterrupted) = (nil, false)
        var gain = InputGain()
        recognizer.forgetVoice()
        recognizer.begin()
        while failure == nil, !isInterrupted {
            let piece: [Int16]
            do {
                piece = try await next()
            } catch {
                // The results so far must not be mixed with another recording's.
                recognizer.cancel()
                throw error
            }
            if piece.isEmpty || isInterrupted { break }
            times.hear(piece)
            recognizer.feed(normalizes ? gain.apply(piece) : piece)
            if isPartOver {
                try await finishPart()
                recognizer.begin()
            } else {
                await recognizer.waitForRoom()
            }
        }
        if isInterrupted { throw CancellationError() }
        try await finishPart()
        return transcript
    }

    /// Ends recognition: `transcribe` throws `CancellationError`. What has been recognised is
    /// reported before.
    public func interrupt() {
        isInterrupted = true
        recognizer.cancel()
        settle(upTo: times.position)
        answers.wake()
    }

    private var isPartOver: Bool {
        guard recognizer.takesWholeDictation else { return false }
        let length = times.position - part
        return length >= Self.longestPart || length >= Self.shortestPart && !times.isSpeaking
    }

    private func finishPart() async throws {
        if let failure { throw failure }
        isDone = false
        recognizer.finish()
        try await answer()
        settle(upTo: times.position)
        part = times.position
    }

    /// Waits until the recogniser has finished. Throws its failure, and `CancellationError`.
    private func answer() async throws {
        let isAnswered = await answers.until { isDone || failure != nil || isInterrupted }
        if let failure { throw failure }
        guard isAnswered, !isInterrupted else { throw CancellationError() }
    }

    private func settle(upTo end: Int) {
        for utterance in times.settle(upTo: end) { onUtterance(utterance) }
    }

    private func take(_ event: RecognizerEvent) {
        onEvent(event)
        switch event {
        case .words(let words):
            let start = AudioFormat.duration(samples: part)
            nextWords += part == 0 ? words : words.map { $0.later(by: start) }
        case .utterance(let text):
            transcript.append(text, times: nextWords)
            words += nextWords
            times.add(text, nextWords)
            nextWords = []
        case .settled(let samples): settle(upTo: part + samples)
        case .ready, .finished: isDone = true
        case .failed(let problem): failure = problem
        case .warning(let problem): onWarning(problem)
        case .speechStarted, .speechEnded, .partial: break
        }
        answers.wake()
    }
}
