import MonotonicTime

// A pause in a dictation: the microphone is closed, the words so far stay, and neither the limit of
// silence nor the limit of length counts down.

extension DictationMachine {
    /// Whether the current dictation is paused.
    var isPaused: Bool {
        if case .recording(let recording) = phase { recording.isPaused } else { false }
    }

    /// Pauses the dictation that records, or resumes it.
    mutating func pause(_ now: Instant) -> [DictationEffect] {
        guard case .recording(var recording) = phase else {
            return [.ignored("nothing is being recorded")]
        }
        if recording.isPaused { return resume(recording, now) }
        recording.pause(now)
        phase = .recording(recording)
        return [
            .pauseCapture, .clearDeadline(.silence), .clearDeadline(.length),
            .clearDeadline(.renewal),
        ]
    }

    /// The limit of silence holds again as soon as the microphone is open.
    mutating func resume(_ recording: Recording, _ now: Instant) -> [DictationEffect] {
        var recording = recording
        let end = recording.resume(now)
        phase = .recording(recording)
        return [.resumeCapture, .setDeadline(.length, end)] + hideNotice()
    }
}
