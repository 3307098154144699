public import LinuxRuntime

/// A document that only reads, for windows whose text no sink knows; and only during a dictation:
/// nothing is known before, nor afterwards.
@EventLoopActor
public protocol DocumentReader: Document {
    /// A dictation begins: starts looking for the focused text in the background. Also called when
    /// one is begun already.
    func beginDictation()

    /// Returns when the text that has the focus at the beginning of a dictation is known, or when it
    /// remains unknown.
    func findField() async

    /// The dictation has ended: what was read is forgotten.
    func endDictation()

    /// Reads the text as it is now. What can't be read within the limit is unknown.
    func read(within limit: Duration) async

    /// Disconnects. Nothing may be called afterwards.
    func close()
}
