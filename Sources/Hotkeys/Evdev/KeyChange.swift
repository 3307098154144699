import CEvdev
package import Dictation

/// A key that went down or up.
package struct KeyChange: Hashable {
    package let key: UInt16
    package let isDown: Bool
    /// The kernel's time.
    package let at: Instant
    /// The number of the device within its owner.
    package let device: Int

    /// A key that only matters for having been pressed: a wheel's, or one among others.
    let isOther: Bool

    /// Sorts what happened at one moment so that a modifier with another key spoils its chord:
    /// first it goes down, then the other, then it goes up.
    private var rank: Int { isOther ? 1 : isDown ? 0 : 2 }

    static func isBefore(_ left: KeyChange, _ right: KeyChange) -> Bool {
        (left.at, left.rank) < (right.at, right.rank)
    }
}

extension Instant {
    /// The time stamp of an event.
    init(_ event: input_event) {
        self.init(
            nanoseconds: Int64(event.time.tv_sec) * 1_000_000_000
                + Int64(event.time.tv_usec) * 1000)
    }
}
