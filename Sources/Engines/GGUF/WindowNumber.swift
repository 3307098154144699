/// A number in the header of a Whisper's file that says its window.
public struct WindowNumber: Hashable, Sendable {
    /// Its place in the file, in bytes: four, little-endian.
    public let offset: Int
    /// The number for a window of a second.
    public let perSecond: UInt32

    /// Seconds, samples and frames of the spectrum, by their keys (transcribe.cpp's
    /// scripts/convert-whisper.py).
    static let keys: [String: UInt32] = [
        "stt.frontend.chunk_length": 1, "stt.frontend.n_samples": 16_000,
        "stt.frontend.nb_max_frames": 100,
    ]
}
