public import Dictation

/// The sound of a dictation, for an engine that takes all of it at the end.
public struct DictationRecording: Sendable {
    public private(set) var sound = SoundPieces()
    private var voice = VoiceActivity()

    public init() {}

    /// How many of the samples may be speech: all of them unless a network judges it, which takes time
    /// in proportion to the sound, and isn't done for more than a minute.
    public func voiced(by network: VoiceActivity) -> Int {
        guard network.isByNetwork, sound.count <= 60 * AudioFormat.rate else { return sound.count }
        var network = network
        for piece in sound.pieces { _ = network.hear(piece) }
        return network.voiced
    }

    /// Takes the next samples; returns `speechStarted` and `speechEnded`.
    public mutating func append(_ more: [Int16]) -> [RecognizerEvent] {
        sound.append(more)
        return voice.hear(more)
    }
}
