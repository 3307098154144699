import HotkeyHelperProtocol

/// What the process that opens devices sends to the one that reads them: two bytes, and with a
/// device its descriptors.
enum OpenerMessage: Hashable {
    /// A device that was opened twice, for its bindings and for its other keys. `isUsable` tells
    /// whether a binding can be pressed on it; others have modifiers, or keys that spoil.
    case device(Int32, others: Int32, isUsable: Bool)
    /// There is no device to open.
    case nothing(HelperObstacle)

    /// Nil if it is no message of the opener's.
    init?(_ message: MessageSocket.Message) {
        let descriptors = message.descriptors
        switch (message.bytes, descriptors.count) {
        case ([1, 0], 2), ([1, 1], 2):
            self = .device(
                descriptors[0], others: descriptors[1], isUsable: message.bytes[1] == 1)
        case let (bytes, 0) where bytes.count == 2 && bytes[0] == 2:
            guard let obstacle = HelperObstacle(rawValue: bytes[1]) else { return nil }
            self = .nothing(obstacle)
        default:
            return nil
        }
    }

    var message: MessageSocket.Message {
        switch self {
        case .device(let device, let others, let isUsable):
            .init(bytes: [1, isUsable ? 1 : 0], descriptors: [device, others])
        case .nothing(let obstacle):
            .init(bytes: [2, obstacle.rawValue], descriptors: [])
        }
    }
}

/// What the reader sends back, once: the last keys of the bindings, for which devices are opened.
enum WantedKeys {
    static func bytes(_ keys: Set<UInt16>) -> [UInt8] {
        keys.sorted().flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
    }

    static func keys(_ bytes: [UInt8]) -> Set<UInt16> {
        Set(stride(from: 0, to: bytes.count - 1, by: 2).map {
            UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
        })
    }
}
