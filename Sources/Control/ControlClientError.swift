public import Problems

/// Why the daemon gave no usable answer.
public enum ControlClientError: Error, Equatable, Sendable, CustomStringConvertible {
    /// No daemon runs; exit status 69 (sysexits.h, EX_UNAVAILABLE).
    case notRunning(Problem)
    /// A daemon, or another program at its socket, doesn't answer as it should.
    case failed(Problem)

    /// The message for the user.
    public var problem: Problem {
        switch self {
        case .notRunning(let problem), .failed(let problem): problem
        }
    }

    public var description: String { problem.description }

    static func notRunning(path: String) -> ControlClientError {
        .notRunning(
            Problem(
                "cannot reach the utter daemon", why: "it is not running (no one serves \(path))",
                remedy: "Start it: systemctl --user start utter, or: utter daemon"))
    }

    static func failed(_ why: String) -> ControlClientError {
        .failed(
            Problem(
                "cannot talk to the utter daemon", why: why,
                remedy: "Restart it: systemctl --user restart utter"))
    }

    /// The daemon's queue of connections is full. A dictation may be under way.
    static func busy(path: String) -> ControlClientError {
        .failed(
            Problem(
                "cannot talk to the utter daemon",
                why: "it is busy: too many clients wait for it at \(path)",
                remedy: "Try again in a moment."))
    }

    static let closed = failed("it closed the connection")
}
