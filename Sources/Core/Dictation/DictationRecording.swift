/// What was said in one dictation, for an engine that takes it whole when it is over.
public struct DictationRecording: Sendable {
    public private(set) var sound = SoundPieces()
    private var voice = VoiceActivity()

    public init() {}

    /// Takes the next samples; answers `speechStarted` and `speechEnded`.
    public mutating func append(_ more: [Int16]) -> [RecognizerEvent] {
        sound.append(more)
        return voice.hear(more)
    }

    /// Whether there is nothing but silence of a switched-off microphone in it (no 10 ms above
    /// −60 dBFS): engines that expect speech make words of it.
    public var isSilent: Bool {
        sound.pieces.allSatisfy { samples in
            stride(from: 0, to: samples.count, by: VoiceActivity.frame).allSatisfy {
                let end = min($0 + VoiceActivity.frame, samples.count)
                return AudioLevel(of: samples[$0..<end]) == .silence
            }
        }
    }
}

extension RecognizerEvent {
    /// How a dictation ends for an engine that took it whole: with its words as one utterance, or
    /// with what failed.
    public static func ending(
        _ result: Result<String, Problem>, _ timing: RecognitionTiming
    ) -> [RecognizerEvent] {
        switch result {
        case .success(let words): [.utterance(words), .finished(timing)]
        case .failure(let problem): [.failed(problem)]
        }
    }
}

/// How long an engine may take for a dictation once it is over: longer for a longer one.
public struct RecognitionLimit: Hashable, Sendable {
    /// For each 30 s of speech, the last of them in part.
    public let perHalfMinute: Duration

    public init(perHalfMinute: Duration) {
        self.perHalfMinute = perHalfMinute
    }

    public func limit(samples: Int) -> Duration {
        let halfMinute = 30 * AudioFormat.rate
        return perHalfMinute * max(1, (samples + halfMinute - 1) / halfMinute)
    }
}
