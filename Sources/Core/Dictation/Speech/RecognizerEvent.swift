public import Problems

/// The events of a recogniser.
///
/// After `prepare`: `ready` or `failed`. For each dictation: any number of `speechStarted`,
/// `partial`, `words`, `utterance`, `settled` and `speechEnded`, then, after `finish`, exactly one
/// `finished` or `failed`. `warning` may come at any time.
public enum RecognizerEvent: Sendable, Equatable {
    /// The model is loaded.
    case ready
    /// The user began to speak.
    case speechStarted
    /// The user paused.
    case speechEnded
    /// The partial transcript of the current utterance. Each replaces the previous one.
    case partial(String)
    /// The words of the utterance that follows, if the engine knows their times.
    case words([RecognizedWord])
    /// The final words of an utterance; they replace the current partial.
    case utterance(String)
    /// All words of so many samples, from the first of the dictation, were reported as utterances.
    /// Nobody needs that sound any more; another engine could go on from there.
    case settled(samples: Int)
    /// Recognition continues, but not in the way that the user chose.
    case warning(Problem)
    /// All that was fed has been recognised.
    case finished(RecognitionTiming)
    /// The recogniser can't continue. Utterances reported before stay valid.
    case failed(Problem)
}

/// The recogniser's work after the user stopped.
public struct RecognitionTiming: Sendable, Equatable {
    /// Audio not yet decoded when `finish` was called.
    public let backlog: Duration
    /// From the call of `finish` to the final words.
    public let tail: Duration

    public init(backlog: Duration, tail: Duration) {
        self.backlog = backlog
        self.tail = tail
    }
}

extension RecognizerEvent {
    /// The last events of a dictation with such an engine: its words as one utterance, or the
    /// failure.
    public static func ending(
        _ result: Result<String, Problem>, _ timing: RecognitionTiming
    ) -> [RecognizerEvent] {
        switch result {
        case .success(let words): [.utterance(words), .finished(timing)]
        case .failure(let problem): [.failed(problem)]
        }
    }
}
