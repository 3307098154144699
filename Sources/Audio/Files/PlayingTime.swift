/// A place in a recording, for messages: `0:07`, `12:30`, `1:02:03`.
public struct PlayingTime: CustomStringConvertible {
    public let description: String

    /// - Parameter seconds: from 0; rounded down.
    public init(seconds: Double) {
        let whole = Int(max(0, seconds))
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        let (hours, minutes) = (whole / 3600, whole / 60 % 60)
        let rest = two(whole % 60)
        description = hours > 0 ? "\(hours):\(two(minutes)):\(rest)" : "\(minutes):\(rest)"
    }
}
