import MonotonicTime
public import Problems

/// The one audio format between microphone and recogniser: 16 kHz, mono, signed 16 bit.
public enum AudioFormat {
    /// Samples per second.
    public static let rate = 16_000

    /// The playing time of a number of samples.
    public static func duration(samples: Int) -> Duration {
        .nanoseconds(Int64(samples) * 1_000_000_000 / Int64(rate))
    }

    /// The number of whole samples in a playing time.
    public static func samples(in duration: Duration) -> Int {
        Int(duration.nanoseconds * Int64(rate) / 1_000_000_000)
    }
}

/// Loudness for display, from 0 (silence, −60 dBFS or less) to 1 (full scale).
public struct AudioLevel: Hashable, Comparable, Sendable {
    /// From 0 to 1.
    public let value: Float

    public static let silence = AudioLevel(value: 0)

    private init(value: Float) {
        self.value = value
    }

    /// The level of some samples: their root mean square on a logarithmic scale of 60 dB, since
    /// loudness is perceived logarithmically.
    public init(of samples: some Collection<Int16>) {
        guard !samples.isEmpty else {
            self = .silence
            return
        }
        var squares: Float = 0
        for sample in samples { squares += Float(sample) * Float(sample) }
        self.init(power: squares / Float(samples.count) / (32_768 * 32_768))
    }

    /// The level of a mean power from 0 to 1, where 1 is full scale.
    public init(power: Float) {
        // A power of two is 3.01 dB; log2 comes from the exponent and a parabola for the rest
        // (within 0.05 dB), since the standard library has no logarithm.
        guard power > 1e-6 else {
            self = .silence
            return
        }
        let m = power.significand
        let log2 = Float(power.exponent) + (-0.344_845 * m + 2.024_658) * m - 1.674_873
        value = min(1, max(0, 1 + log2 * 3.0103 / 60))
    }

    public static func < (left: AudioLevel, right: AudioLevel) -> Bool {
        left.value < right.value
    }
}

/// The events of an audio source, in this order: `started`, any number of `samples`, `lost`,
/// `stalled` and `resumed`, then `ended` or `failed`; `failed` may also come first.
public enum AudioEvent: Sendable, Equatable {
    /// The first samples are being captured.
    case started
    /// Samples in the order of their capture (16 kHz mono), usually 10 ms.
    case samples([Int16])
    /// Samples that the device captured but that were not read in time (an overrun). Capture
    /// continues.
    case lost(samples: Int)
    /// The device has given no sound for a second; it may or may not resume. Capture continues.
    case stalled
    /// The device gives sound again, after `stalled`; this many samples are lost.
    case resumed(lost: Int)
    /// The source has no more samples: the end of a file. A microphone has no end.
    case ended
    /// The device can't be opened, or was unplugged. Samples delivered before stay valid.
    case failed(Problem)
}

/// The state of a microphone between dictations; the user can always see it.
public enum AudioIdleMode: Hashable, Sendable {
    /// It is closed: nothing runs, and other programs may use the device.
    case closed
    /// It is open and ready, but captures nothing.
    case open
    /// It captures all the time into the preroll buffer of this length, in memory only; a dictation
    /// begins with that sound.
    case listening(Duration)
}

/// How the sounds that indicate the program's state sound.
public enum CueTone: String, Hashable, Sendable, CaseIterable {
    /// Two soft notes.
    case notes
    /// Two strokes of a small bell.
    case bell
    /// Two knocks on wood.
    case wood
}

/// How loud they are.
public enum CueVolume: String, Hashable, Sendable, CaseIterable {
    case quiet, medium, loud
}

/// A short sound that indicates the program's state.
public enum AudioCue: Hashable, Sendable, CaseIterable {
    /// Recording begins.
    case start
    /// Recording has ended.
    case stop
}
