/// Why nobody would see what is typed.
public enum SessionUnavailable: String, Hashable, Sendable {
    /// The screen is locked.
    case locked
    /// Another session is on the screen.
    case inactive
    /// The machine goes to sleep.
    case asleep

    /// As the reason why nothing begins.
    public var reason: String {
        switch self {
        case .locked: "the screen is locked"
        case .inactive: "another session is on the screen"
        case .asleep: "the computer goes to sleep"
        }
    }

    /// As the reason why something was not typed.
    var occasion: String {
        switch self {
        case .locked: "the screen was locked"
        case .inactive: "another session was on the screen"
        case .asleep: "the computer went to sleep"
        }
    }
}
