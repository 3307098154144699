public import Dictation

/// The sound of a dictation, for an engine that takes all of it at the end.
public struct DictationRecording: Sendable {
    public private(set) var sound = SoundPieces()
    private var voice = VoiceActivity()

    public init() {}

    /// Takes the next samples; returns `speechStarted` and `speechEnded`.
    public mutating func append(_ more: [Int16]) -> [RecognizerEvent] {
        sound.append(more)
        return voice.hear(more)
    }
}
