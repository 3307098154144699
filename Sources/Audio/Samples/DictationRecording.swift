public import Dictation

/// The sound of a dictation, for an engine that takes all of it at the end.
public struct DictationRecording: Sendable {
    public private(set) var sound = SoundPieces()
    private var voice: VoiceActivity
    /// How many of its samples may be speech: all of them unless a network detects it.
    public var voiced: Int { voice.isByNetwork ? voice.voiced : sound.count }

    /// - Parameter voice: what tells speech from pauses.
    public init(_ voice: VoiceActivity = VoiceActivity()) { self.voice = voice }

    /// Takes the next samples; returns `speechStarted` and `speechEnded`.
    public mutating func append(_ more: [Int16]) -> [RecognizerEvent] {
        sound.append(more)
        return voice.hear(more)
    }
}
