import CConfinement
import LinuxRuntime
import SystemPackage

/// One end of the socket between the two processes of the helper.
struct MessageSocket: ~Copyable {
    /// A message; the receiver owns the descriptors.
    struct Message: Hashable {
        /// At most 16 bytes.
        let bytes: [UInt8]
        /// At most 2 descriptors.
        let descriptors: [Int32]
    }

    let descriptor: OwnedDescriptor

    /// Makes a pair of sockets.
    static func pair() throws(SystemError) -> (Int32, Int32) {
        var ends: [Int32] = [-1, -1]
        try check(utter_message_sockets(&ends), "socketpair")
        return (ends[0], ends[1])
    }

    init(adopting rawValue: Int32) {
        descriptor = OwnedDescriptor(adopting: rawValue)
    }

    func send(_ message: Message) throws(SystemError) {
        try check(
            utter_send_message(
                descriptor.rawValue, message.bytes, message.bytes.count, message.descriptors,
                Int32(message.descriptors.count)),
            "sendmsg")
    }

    /// The next message, an empty one when the other end is gone; nil when none is waiting. Throws
    /// `.tooManyOpenFiles` if there was no room for a message's descriptors; that message is lost.
    func receive() throws(SystemError) -> Message? {
        var bytes = [UInt8](repeating: 0, count: 16)
        var descriptors: [Int32] = [-1, -1]
        let length = utter_receive_message(
            descriptor.rawValue, &bytes, bytes.count, &descriptors, 2)
        if length < 0 {
            let error = SystemError.last("recvmsg")
            if error.errno == .resourceTemporarilyUnavailable { return nil }
            throw error
        }
        return Message(
            bytes: Array(bytes.prefix(length)), descriptors: descriptors.filter { $0 >= 0 })
    }
}
