/// Why the user can't see what is typed.
public enum SessionUnavailable: String, Hashable, Sendable {
    /// The screen is locked.
    case locked
    /// Another session is active.
    case inactive
    /// The machine is about to be suspended.
    case asleep

    /// As a reason for not starting.
    public var reason: String {
        switch self {
        case .locked: "the screen is locked"
        case .inactive: "another session is on the screen"
        case .asleep: "the computer goes to sleep"
        }
    }

    /// As a reason for not typing.
    var occasion: String {
        switch self {
        case .locked: "the screen was locked"
        case .inactive: "another session was on the screen"
        case .asleep: "the computer went to sleep"
        }
    }
}
