import ControlProtocol
public import LinuxRuntime

/// What to do when the overlay's process has ended or could not be started, as a value. It is
/// never given up for good: what was wrong may be fixed while the daemon runs.
public struct OverlayRestarts: Sendable {
    /// What follows an end.
    public enum Decision: Hashable, Sendable {
        /// Start it again after a pause.
        case restart(after: Duration)
        /// Try again when there is something to show, but no sooner than after a pause.
        case waitForDictation(noSoonerThan: Duration)
    }

    /// The pauses after the first crashes in a row. After the next ones the last pause doubles,
    /// and nothing is tried by itself.
    private let pauses: [Duration]
    private let longestPause: Duration
    /// Who has lived for so long has not crashed at the start.
    private let longLife: Duration
    private var crashes = 0

    /// - Parameter pauses: at least one.
    public init(
        pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8)],
        longestPause: Duration = .seconds(3600), longLife: Duration = .seconds(60)
    ) {
        (self.pauses, self.longestPause, self.longLife) = (pauses, longestPause, longLife)
    }

    /// Takes note of an end and how long it had lived. The daemon never asks it to end, so every
    /// end but that of the display is a crash; it may also have been dropped because it hung.
    public mutating func ended(_ status: ExitStatus, after life: Duration) -> Decision {
        if status == .exited(OverlayProgram.noDisplay) {
            crashes = 0
            return .waitForDictation(noSoonerThan: .zero)
        }
        crashes = life >= longLife ? 1 : crashes + 1
        return crashes <= pauses.count ? .restart(after: pauses[crashes - 1]) : rest
    }

    /// Takes note that it could not be started. Trying at once again is of no use.
    public mutating func failed() -> Decision {
        crashes = max(crashes, pauses.count) + 1
        return rest
    }

    /// Whether this is the first time in a row that it rests: nobody is told of the others.
    public var isFirstRest: Bool { crashes == pauses.count + 1 }

    private var rest: Decision {
        // So many doublings exceed any longest pause.
        let doublings = min(crashes - pauses.count, 30)
        return .waitForDictation(
            noSoonerThan: min(longestPause, (pauses.last ?? .zero) * (1 << doublings)))
    }
}
