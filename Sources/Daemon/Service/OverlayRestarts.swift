import ControlProtocol
public import LinuxRuntime

/// Decides what to do when the overlay's process has ended or could not be started, as a value. It
/// never gives up permanently: the cause may be fixed while the daemon runs.
public struct OverlayRestarts: Sendable {
    /// The decision after an end.
    public enum Decision: Hashable, Sendable {
        /// Start it again after a pause.
        case restart(after: Duration)
        /// Try again when there is something to show, but only after a pause.
        case waitForDictation(noSoonerThan: Duration)
    }

    /// The pauses after the first crashes in a row. After further ones the last pause doubles each
    /// time, and a restart waits for a dictation.
    private let pauses: [Duration]
    private let longestPause: Duration
    /// A process that has run for this long has not crashed at its start.
    private let longLife: Duration
    private var crashes = 0

    /// - Parameter pauses: at least one.
    public init(
        pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8)],
        longestPause: Duration = .seconds(3600), longLife: Duration = .seconds(60)
    ) {
        (self.pauses, self.longestPause, self.longLife) = (pauses, longestPause, longLife)
    }

    /// Decides about an end and the time before it. The daemon never asks the process to end, so
    /// every end is a crash unless the display is gone; it may also have been dropped because it
    /// hung.
    public mutating func ended(_ status: ExitStatus, after life: Duration) -> Decision {
        if status == .exited(OverlayProgram.noDisplay) {
            crashes = 0
            return .waitForDictation(noSoonerThan: .zero)
        }
        crashes = life >= longLife ? 1 : crashes + 1
        return crashes <= pauses.count ? .restart(after: pauses[crashes - 1]) : rest
    }

    /// Decides about a failed start. An immediate retry would be useless.
    public mutating func failed() -> Decision {
        crashes = max(crashes, pauses.count) + 1
        return rest
    }

    /// Whether this is the first rest in a row: only that one is reported.
    public var isFirstRest: Bool { crashes == pauses.count + 1 }

    private var rest: Decision {
        // This many doublings exceed any longest pause.
        let doublings = min(crashes - pauses.count, 30)
        return .waitForDictation(
            noSoonerThan: min(longestPause, (pauses.last ?? .zero) * (1 << doublings)))
    }
}
