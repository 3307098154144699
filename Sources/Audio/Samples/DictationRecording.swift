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

    /// Whether it contains only the silence of a switched-off microphone (no 10 ms above −60 dBFS):
    /// engines that expect speech would invent words for it.
    public var isSilent: Bool {
        sound.pieces.allSatisfy { samples in
            stride(from: 0, to: samples.count, by: VoiceActivity.frame).allSatisfy {
                let end = min($0 + VoiceActivity.frame, samples.count)
                return AudioLevel(of: samples[$0..<end]) == .silence
            }
        }
    }
}
