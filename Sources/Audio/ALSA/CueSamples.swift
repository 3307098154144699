import Dictation
import Glibc

/// The computed sounds: two in each, rising for the start, falling for the stop.
enum CueSamples {
    /// In Hz.
    static let rate = 48_000

    static func samples(
        _ cue: AudioCue, _ tone: CueTone = .notes, _ volume: CueVolume = .medium
    ) -> [Int16] {
        // A5 and E6: a fifth apart, and loud enough on a laptop.
        let (low, high) = (880.0, 1318.5)
        let frequencies = cue == .start ? [low, high] : [high, low]
        let peak = 32_767 * level(volume)
        return frequencies.flatMap { frequency in
            let sound =
                switch tone {
                case .notes: note(frequency)
                case .bell: bell(frequency)
                case .wood: wood(frequency)
                }
            return sound.map { Int16(peak * $0) }
        }
    }

    /// The peak: −26, −15 or −8 dBFS.
    private static func level(_ volume: CueVolume) -> Double {
        switch volume {
        case .quiet: 0.05
        case .medium: 0.18
        case .loud: 0.4
        }
    }

    /// 50 ms with a fade-in and a fade-out, so that it doesn't click.
    private static func note(_ frequency: Double) -> [Double] {
        let count = rate / 20
        return (0..<count).map { index in
            let swell = sin(.pi * Double(index) / Double(count))
            return swell * swell * wave(frequency, index)
        }
    }

    /// 150 ms that die away, with the overtones of a bell, which aren't whole multiples.
    private static func bell(_ frequency: Double) -> [Double] {
        let count = rate * 3 / 20
        return (0..<count).map { index in
            let sound =
                0.6 * wave(frequency, index) + 0.25 * wave(2.76 * frequency, index)
                + 0.15 * wave(5.4 * frequency, index)
            return fade(index, of: count, rate / 20) * sound
        }
    }

    /// A knock of 15 ms, and a pause.
    private static func wood(_ frequency: Double) -> [Double] {
        let count = rate / 15
        return (0..<count).map { index in
            let sound = 0.7 * wave(frequency, index) + 0.3 * wave(2.9 * frequency, index)
            return fade(index, of: count, rate / 200) * sound
        }
    }

    private static func wave(_ frequency: Double, _ index: Int) -> Double {
        sin(2 * .pi * frequency * Double(index) / Double(rate))
    }

    /// From full to nothing at the end; a third of it is left after `life` samples.
    private static func fade(_ index: Int, of count: Int, _ life: Int) -> Double {
        exp(-Double(index) / Double(life)) * (1 - Double(index) / Double(count))
    }
}
