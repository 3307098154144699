import CEvdev
package import MonotonicTime

/// A key that went down or up.
package struct KeyChange: Hashable {
    package let key: UInt16
    package let isDown: Bool
    /// The kernel's time of the event.
    package let at: Instant
    /// The owner's number of the device.
    package let device: Int

    /// Whether only the press matters: a wheel, or a key that isn't relevant by itself.
    let isOther: Bool

    /// Sorts changes of the same time so that a modifier with another key spoils its chord: the
    /// modifier goes down, then the other key, then the modifier goes up.
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
