import Dictation
import SystemPackage

/// A level that moves in the terminal's last line.
struct LevelBar {
    private static let width = 40
    /// So many samples are one picture: 20 a second.
    private static let period = AudioFormat.rate / 20
    private var loudest = AudioLevel.silence
    private var count = 0

    /// Shows a level, as often as an eye needs it.
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

    /// Takes it away, and the line with it.
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
