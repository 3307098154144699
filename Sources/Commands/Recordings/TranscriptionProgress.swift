import Dictation
import Glibc
import LinuxRuntime
import SoundFiles
import SystemPackage

/// Shows how far a recording is recognised, in one line that changes; only on a terminal.
@EventLoopActor
final class TranscriptionProgress {
    /// Five times a second is enough to read.
    private static let period: Int64 = 200_000_000

    private let isTerminal: Bool
    private let name: String
    /// In samples, if it is known.
    private let length: Int?
    private var pace = TransferPace()
    private var shown: Int64?

    /// - Parameter isTerminal: whether standard error is one.
    init(_ name: String, length: Int?, isTerminal: Bool = isatty(STDERR_FILENO) == 1) {
        (self.name, self.length, self.isTerminal) = (name, length, isTerminal)
    }

    /// - Parameter samples: how many have been recognised.
    func show(_ samples: Int) {
        guard isTerminal else { return }
        let now = MonotonicClock.nanoseconds
        pace.add(samples, at: now)
        if let shown, now - shown < Self.period { return }
        shown = now
        write("\r  \(name): \(Self.text(samples, of: length, speed: pace.speed))\u{1B}[K")
    }

    /// Removes the line, so that something else can be printed.
    func clear() {
        guard isTerminal, shown != nil else { return }
        shown = nil
        write("\r\u{1B}[K")  // EL, of ECMA-48
    }

    /// `12:30 of 3:00:00 (6 %), 24 × real time, 7 min left`
    ///
    /// - Parameter speed: samples a second; nil before it can be told.
    nonisolated static func text(_ samples: Int, of length: Int?, speed: Double?) -> String {
        func time(_ samples: Int) -> PlayingTime {
            PlayingTime(seconds: Double(samples) / Double(AudioFormat.rate))
        }
        var text = "\(time(samples))"
        if let length, length > 0 {
            text += " of \(time(length)) (\(100 * min(samples, length) / length) %)"
        }
        guard let speed, speed >= 1 else { return text }
        let factor = speed / Double(AudioFormat.rate)
        text +=
            ", \(factor < 10 ? "\((factor * 10).rounded() / 10)" : "\(Int(factor.rounded()))") × real time"
        if let length, samples < length {
            text += ", \(TransferPace.span(Double(length - samples) / speed)) left"
        }
        return text
    }

    private func write(_ text: String) {
        // If standard error is closed, it can't be shown anywhere.
        _ = try? FileDescriptor.standardError.writeAll(text.utf8)
    }
}
