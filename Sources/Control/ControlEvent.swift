/// An event for a subscriber: `{"event":"status","status":{…}}`, and while recording
/// `{"event":"level","level":0.42}`.
public enum ControlEvent: Equatable, Sendable {
    /// The current status. Its `level` is nil: levels are separate events.
    case status(StatusReport)
    /// Loudness from 0 to 1 (`AudioLevel`).
    case level(Double)
}

extension ControlEvent: Codable {
    private enum Key: String, CodingKey { case event, status, level }

    private enum Kind: String, Codable { case status, level }

    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: Key.self)
        self =
            switch try fields.decode(Kind.self, forKey: .event) {
            case .status: .status(try fields.decode(StatusReport.self, forKey: .status))
            case .level: .level(try fields.decode(Double.self, forKey: .level))
            }
    }

    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: Key.self)
        switch self {
        case .status(let status):
            try fields.encode(Kind.status, forKey: .event)
            try fields.encode(status, forKey: .status)
        case .level(let level):
            try fields.encode(Kind.level, forKey: .event)
            try fields.encode(level, forKey: .level)
        }
    }
}
