import Dictation
import LinuxRuntime
import TestSupport
import Testing

/// The overlay's card, as a window of X11.
@EventLoopActor
enum OverlayCard {
    /// The place of the card, once it is there.
    static func area() async throws -> ScreenArea {
        let deadline = MonotonicClock.nanoseconds + 30_000_000_000
        while true {
            try #require(MonotonicClock.nanoseconds < deadline, "no card appeared")
            let output = try await ProgramRun(["xwininfo", "-name", "utter"]).output
            let lines = output.split(separator: "\n").map { $0.split(separator: ":") }
            func value(_ name: String) -> String? {
                lines.first { $0.first?.hasSuffix(name) == true }?.last.map { $0.trimmed }
            }
            if value("Map State") == "IsViewable", let left = value("Absolute upper-left X"),
                let top = value("Absolute upper-left Y"), let width = value("Width"),
                let height = value("Height"), let left = Int(left), let top = Int(top),
                let width = Int(width), let height = Int(height)
            {
                return ScreenArea(x: left, y: top, width: width, height: height)
            }
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
    }

    /// Waits until no card is there.
    static func isGone() async throws {
        let deadline = MonotonicClock.nanoseconds + 30_000_000_000
        while try await ProgramRun(["xwininfo", "-name", "utter"]).output.contains("IsViewable") {
            try #require(MonotonicClock.nanoseconds < deadline, "the card is still there")
            try await EventLoop.shared.sleep(for: .milliseconds(20))
        }
    }
}

extension ScreenArea {
    var middle: (x: Int, y: Int) { (x + width / 2, y + height / 2) }
}

extension Substring {
    fileprivate var trimmed: String { String(drop { $0 == " " }) }
}
