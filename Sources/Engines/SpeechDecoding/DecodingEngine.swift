public import Dictation

/// A recogniser's library with its model loaded. It belongs to the decoding thread, which makes
/// it. One that has thrown is not used again.
///
/// Dictations come one after the other, but may be given up at any point: then `begin` follows on
/// whatever was there.
public protocol DecodingEngine: AnyObject, SendableMetatype {
    /// Samples (16 kHz mono) that are decoded at once.
    static var block: Int { get }

    /// Begins a dictation.
    ///
    /// - Parameter time: when it was asked for, in nanoseconds of the monotonic clock.
    func begin(at time: Int64) throws(Problem)

    /// Takes a block of samples, or less before the end, and tells what it understands.
    func decode(
        _ samples: UnsafeBufferPointer<Int16>, _ tell: (RecognizerEvent) -> Void
    ) throws(Problem)

    /// Heeds how many samples wait after a block.
    func keepUp(waiting: Int, _ tell: (RecognizerEvent) -> Void)

    /// Tells the rest of the words.
    func finish(_ tell: (RecognizerEvent) -> Void) throws(Problem)

    /// Forgets what was learnt of voice, microphone and noise.
    func forgetVoice() throws(Problem)
}
