import Glibc
import LinuxRuntime
import Models
import SystemPackage

/// Shows how far a download is: on a terminal in one line that changes, otherwise with a line for
/// each tenth.
@EventLoopActor
final class DownloadDisplay {
    /// Five times a second is enough to read.
    private static let period = Duration.milliseconds(200)

    private let total: Int
    private let isTerminal: Bool
    private var pace = TransferPace()
    private var bytes = 0
    private var shownTenth: Int?
    /// Runs while the line is there: a transfer that stands still is seen to.
    private var timer: EventSource?

    /// - Parameters:
    ///   - total: the length of the file in bytes.
    ///   - isTerminal: whether standard error is one.
    init(total: Int, isTerminal: Bool = isatty(STDERR_FILENO) == 1) {
        (self.total, self.isTerminal) = (total, isTerminal)
    }

    func show(_ progress: ModelProgress) {
        switch progress {
        case .downloading(let bytes): show(bytes)
        case .copying: say("Copying …")
        case .verifying: say("Checking the checksum …")
        }
    }

    /// Ends the line that changes.
    func end() {
        guard timer != nil else { return }
        timer = nil
        draw()
        complain("")
    }

    private func say(_ words: String) {
        end()
        complain(words)
    }

    private func show(_ bytes: Int) {
        self.bytes = bytes
        if isTerminal {
            if timer == nil { start() }
            return
        }
        pace.add(bytes, at: MonotonicClock.nanoseconds)
        let tenth = 10 * bytes / max(1, total)
        guard tenth != shownTenth else { return }
        shownTenth = tenth
        complain(pace.text(of: total))
    }

    private func start() {
        draw()
        timer = EventLoop.shared.timer(after: Self.period) { [unowned self] in
            draw()
            timer?.rearm(after: Self.period)
        }
    }

    private func draw() {
        pace.add(bytes, at: MonotonicClock.nanoseconds)
        let line = "\r  \(pace.text(of: total))\u{1B}[K"  // EL, of ECMA-48
        _ = try? FileDescriptor.standardError.writeAll(line.utf8)
    }
}

/// The speed of a transfer over its last seconds.
struct TransferPace {
    /// Nanoseconds.
    private static let window: Int64 = 5_000_000_000
    private var samples: [(time: Int64, bytes: Int)] = []

    /// - Parameters:
    ///   - bytes: how many have come since the beginning.
    ///   - time: in nanoseconds of any clock.
    mutating func add(_ bytes: Int, at time: Int64) {
        // A sample each tenth of a second.
        if samples.count > 1, time - samples[samples.count - 2].time < 100_000_000 {
            samples.removeLast()
        }
        samples.append((time, bytes))
        samples.removeAll { time - $0.time > Self.window }
    }

    /// Bytes in a second; nil before it can be told.
    var speed: Double? {
        guard let first = samples.first, let last = samples.last,
            last.time - first.time >= 500_000_000
        else { return nil }
        return Double(last.bytes - first.bytes) * 1e9 / Double(last.time - first.time)
    }

    /// `37 % of 198.5 MB, 4.1 MB/s, 31 s left`
    func text(of total: Int) -> String {
        let bytes = samples.last?.bytes ?? 0
        let share = "\(100 * bytes / max(1, total)) % of \(ByteCount(total))"
        guard let speed else { return share }
        let pace = "\(share), \(ByteCount(Int(speed)))/s"
        return speed < 1 || bytes >= total
            ? pace : "\(pace), \(Self.span(Double(total - bytes) / speed)) left"
    }

    /// A time as it is usually said: `31 s`, `7 min`, `2 h`.
    static func span(_ seconds: Double) -> String {
        switch seconds {
        case ..<100: "\(Int(seconds.rounded(.up))) s"
        case ..<6000: "\(Int((seconds / 60).rounded(.up))) min"
        default: "\(Int((seconds / 3600).rounded(.up))) h"
        }
    }
}
