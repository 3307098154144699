/// A message from the process that reads devices to the one that opens them.
enum ReaderMessage: Hashable {
    /// The last keys of the bindings, for which devices are opened. Sent once; two bytes for each.
    case wanted(Set<UInt16>)
    /// The seats may have changed: revoke all devices, and open again those that the caller may
    /// still use. Answered by ``OpenerMessage/again``. One byte.
    case again

    /// Nil if the message is not of this kind.
    init?(_ message: MessageSocket.Message) {
        let bytes = message.bytes
        guard message.descriptors.isEmpty, !bytes.isEmpty else { return nil }
        if bytes == [1] {
            self = .again
        } else if bytes.count.isMultiple(of: 2) {
            self = .wanted(
                Set(
                    stride(from: 0, to: bytes.count, by: 2).map {
                        UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
                    }))
        } else {
            return nil
        }
    }

    var message: MessageSocket.Message {
        switch self {
        case .wanted(let keys):
            .init(
                bytes: keys.sorted().flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] },
                descriptors: [])
        case .again:
            .init(bytes: [1], descriptors: [])
        }
    }
}
