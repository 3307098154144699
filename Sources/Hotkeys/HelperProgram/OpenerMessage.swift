import HotkeyChords

/// A message from the process that opens devices to the one that reads them: two bytes, and for a
/// device its descriptors.
enum OpenerMessage: Hashable {
    /// A device that was opened twice, for the bindings and for its other keys. `isUsable` if a
    /// binding can be pressed on it; others have modifiers, or keys that spoil.
    case device(Int32, others: Int32, isUsable: Bool)
    /// There is no device to open.
    case nothing(HelperObstacle)
    /// The answer to ``ReaderMessage/again``: all devices that were sent before are revoked, and
    /// those that follow were checked after the request.
    case again

    /// Nil if the message is not of this kind.
    init?(_ message: MessageSocket.Message) {
        let descriptors = message.descriptors
        switch (message.bytes, descriptors.count) {
        case ([1, 0], 2), ([1, 1], 2):
            self = .device(
                descriptors[0], others: descriptors[1], isUsable: message.bytes[1] == 1)
        case (let bytes, 0) where bytes.count == 2 && bytes[0] == 2:
            guard let obstacle = HelperObstacle(rawValue: bytes[1]) else { return nil }
            self = .nothing(obstacle)
        case ([3, 0], 0):
            self = .again
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
        case .again:
            .init(bytes: [3, 0], descriptors: [])
        }
    }
}
