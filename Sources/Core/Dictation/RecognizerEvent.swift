/// What a recogniser tells.
///
/// After `prepare`: `ready` or `failed`. For each dictation: any number of `speechStarted`,
/// `partial`, `words`, `utterance` and `speechEnded`, then, after `finish`, exactly one `finished`
/// or `failed`. `warning` may come at any time.
public enum RecognizerEvent: Sendable, Equatable {
    /// The model is loaded.
    case ready
    /// The person began to speak.
    case speechStarted
    /// The person paused.
    case speechEnded
    /// The words of the current utterance as understood so far. Each replaces the one before.
    case partial(String)
    /// The words of the utterance that follows, one by one, where the engine knows their times.
    case words([RecognizedWord])
    /// The final words of one utterance; the current partial is over.
    case utterance(String)
    /// Recognition goes on, but not in the way that the person chose.
    case warning(Problem)
    /// All that was fed has been recognised.
    case finished(RecognitionTiming)
    /// The recogniser can't go on. Utterances already told stay valid.
    case failed(Problem)
}

/// What the recogniser did after the person stopped.
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
