public import Dictation
public import Problems

/// A recogniser's library with its model loaded. It belongs to the decoding thread, which makes it.
/// After an error it is not used again.
///
/// Dictations come one after the other, but may be aborted at any point: then `begin` follows
/// without `finish`.
public protocol DecodingEngine: AnyObject, SendableMetatype {
    /// The number of samples (16 kHz mono) that are decoded at once.
    static var block: Int { get }

    /// How fast this computer is with the model, if that was measured now and is to be kept; nil by
    /// default.
    var newSpeed: MeasuredSpeed? { get }

    /// Begins a dictation.
    ///
    /// - Parameter time: when it was requested, in nanoseconds of the monotonic clock.
    func begin(at time: Int64) throws(Problem)

    /// Takes what is known of the dictation; nil: forgets it. Ignored by default.
    func expect(_ speech: ExpectedSpeech?)

    /// Takes a block of samples, or less before the end, and reports the results: `settled`
    /// directly after the utterance, before anything that may fail.
    func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem)

    /// Adapts to the backlog, given in samples after each block.
    func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void)

    /// Reports the remaining words.
    func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem)

    /// Resets what was adapted to voice, microphone and noise.
    func forgetVoice() throws(Problem)
}

extension DecodingEngine {
    public var newSpeed: MeasuredSpeed? { nil }

    public func expect(_ speech: ExpectedSpeech?) {}
}
