import Dictation
import SystemPackage

/// A level meter in the terminal's last line.
struct LevelBar {
    private static let width = 40
    /// Samples per picture: 20 pictures a second.
    private static let period = AudioFormat.rate / 20
    private var loudest = AudioLevel.silence
    private var count = 0

    /// Shows a level, 20 times a second.
    mutating func show(_ level: AudioLevel, ofSamples samples: Int) {
        loudest = max(loudest, level)
        count += samples
        guard count >= Self.period else { return }
        draw(loudest)
        (loudest, count) = (.silence, 0)
    }

    func draw(_ level: AudioLevel) {
        write("\r  \(Self.text(level))")
    }

    /// Erases the line of the meter.
    func end() {
        write("\r\u{1B}[K")  // EL, of ECMA-48
    }

    static func text(_ level: AudioLevel) -> String {
        let filled = Int((level.value * Float(width)).rounded())
        return "[" + String(repeating: "█", count: filled)
            + String(repeating: "·", count: width - filled) + "]"
    }

    private func write(_ text: String) {
        _ = try? FileDescriptor.standardError.writeAll(text.utf8)
    }
}
