import Dictation
import Glibc

/// The computed sounds: two soft notes, rising for the start, falling for the stop.
enum CueSamples {
    /// In Hz.
    static let rate = 48_000

    static func samples(_ cue: AudioCue) -> [Int16] {
        // A5 and E6: a fifth apart, and loud enough on a laptop.
        let notes: [Double] =
            switch cue {
            case .start: [880, 1318.5]
            case .stop: [1318.5, 880]
            }
        return notes.flatMap(note)
    }

    /// A note of 50 ms with a fade-in and a fade-out, so that it doesn't click, at −15 dBFS.
    private static func note(_ frequency: Double) -> [Int16] {
        let count = rate / 20
        return (0..<count).map { index in
            let position = Double(index) / Double(count)
            let swell = sin(.pi * position)
            let wave = sin(2 * .pi * frequency * Double(index) / Double(rate))
            return Int16(0.18 * 32_767 * swell * swell * wave)
        }
    }
}
