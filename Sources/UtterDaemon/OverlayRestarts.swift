import ControlProtocol
public import LinuxRuntime

/// What to do when the overlay's process has ended, as a value.
public struct OverlayRestarts: Sendable {
    /// What follows an end.
    public enum Decision: Hashable, Sendable {
        /// Start it again after a pause.
        case restart(after: Duration)
        /// There is no display: try again when there is something to show.
        case waitForDictation
        /// It can't be kept alive.
        case giveUp
    }

    /// The pauses after the first crashes in a row; the next one is the last.
    private let pauses: [Duration]
    /// Who has lived for so long has not crashed at the start.
    private let longLife: Duration
    private var crashes = 0

    public init(
        pauses: [Duration] = [.seconds(1), .seconds(2), .seconds(4), .seconds(8)],
        longLife: Duration = .seconds(60)
    ) {
        (self.pauses, self.longLife) = (pauses, longLife)
    }

    /// Takes note of an end and how long it had lived. The daemon never asks it to end, so every
    /// end but that of the display is a crash; it may also have been dropped because it hung.
    public mutating func ended(_ status: ExitStatus, after life: Duration) -> Decision {
        if status == .exited(OverlayProgram.noDisplay) {
            crashes = 0
            return .waitForDictation
        }
        crashes = life >= longLife ? 1 : crashes + 1
        return crashes <= pauses.count ? .restart(after: pauses[crashes - 1]) : .giveUp
    }
}
