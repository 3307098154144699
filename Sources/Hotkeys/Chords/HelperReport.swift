public import MonotonicTime

/// A report of the helper to its caller, in 16 bytes: kind, binding, reason, five zeros, and
/// nanoseconds of the monotonic clock as a little-endian number. Nothing else leaves the helper.
public enum HelperReport: Hashable, Sendable {
    /// The bindings are in force. The first report, unless it is ``refused(_:binding:)``.
    case accepted
    /// The helper ends. `binding` is the first that it refuses, or 0.
    case refused(HelperRefusal, binding: Int)
    /// At least one device is watched.
    case watching
    /// No device is watched now.
    case cannotWatch(HelperObstacle)
    /// The chord went down, at the kernel's time.
    case pressed(binding: Int, at: Instant)
    /// The chord went up, at the kernel's time, or its device vanished.
    case released(binding: Int, at: Instant)
    /// Another key went down while a modifier that is a binding by itself was held.
    case spoiled(binding: Int, at: Instant)

    /// The length of a report in bytes.
    public static let size = 16

    /// The report in ``size`` bytes.
    public var bytes: [UInt8] {
        switch self {
        case .accepted: Self.bytes(1)
        case .refused(let refusal, let binding): Self.bytes(2, binding, refusal.rawValue)
        case .watching: Self.bytes(3)
        case .cannotWatch(let obstacle): Self.bytes(4, 0, obstacle.rawValue)
        case .pressed(let binding, let at): Self.bytes(5, binding, at: at)
        case .released(let binding, let at): Self.bytes(6, binding, at: at)
        case .spoiled(let binding, let at): Self.bytes(7, binding, at: at)
        }
    }

    /// Nil if the bytes are no report.
    public init?(bytes: some Collection<UInt8>) {
        let bytes = Array(bytes)
        guard bytes.count == Self.size else { return nil }
        let binding = Int(bytes[1])
        let time = bytes[8...].reversed().reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let at = Instant(nanoseconds: Int64(bitPattern: time))
        switch bytes[0] {
        case 1: self = .accepted
        case 2:
            guard let refusal = HelperRefusal(rawValue: bytes[2]) else { return nil }
            self = .refused(refusal, binding: binding)
        case 3: self = .watching
        case 4:
            guard let obstacle = HelperObstacle(rawValue: bytes[2]) else { return nil }
            self = .cannotWatch(obstacle)
        case 5: self = .pressed(binding: binding, at: at)
        case 6: self = .released(binding: binding, at: at)
        case 7: self = .spoiled(binding: binding, at: at)
        default: return nil
        }
        // Each report has exactly one form.
        guard self.bytes == bytes else { return nil }
    }

    private static func bytes(
        _ kind: UInt8, _ binding: Int = 0, _ reason: UInt8 = 0,
        at: Instant = Instant(nanoseconds: 0)
    ) -> [UInt8] {
        let time = UInt64(bitPattern: at.nanoseconds)
        return [kind, UInt8(binding), reason, 0, 0, 0, 0, 0]
            + (0..<8).map { UInt8(truncatingIfNeeded: time >> (8 * $0)) }
    }
}
