import CSystemd

/// A call of a method of a ``BusObject``.
public struct BusCall: Hashable, Sendable {
    public let interface: String
    public let method: String
    public let arguments: [BusValue]

    public init(_ interface: String, _ method: String, _ arguments: [BusValue] = []) {
        (self.interface, self.method, self.arguments) = (interface, method, arguments)
    }
}

/// An object that this process offers on a D-Bus connection. It is gone when it is destroyed.
@EventLoopActor
public final class BusObject {
    public let path: String
    /// sd_bus*, kept alive by `slot`.
    private let bus: OpaquePointer
    /// sd_bus_slot*; nil only while the constructor runs.
    private var slot: OpaquePointer?
    private let answer: (BusCall) -> [BusValue]?

    init(
        _ bus: OpaquePointer, _ path: String, _ answer: @escaping (BusCall) -> [BusValue]?
    ) throws(SystemError) {
        (self.bus, self.path, self.answer) = (bus, path, answer)
        // Unretained: the slot, and with it the registration, is removed in deinit.
        try sdCheck(
            sd_bus_add_object(
                bus, &slot, path, busObjectHandler, Unmanaged.passUnretained(self).toOpaque()),
            "sd_bus_add_object")
    }

    isolated deinit { sd_bus_slot_unref(slot) }

    /// Sends a signal from this object.
    public func emit(
        _ interface: String, _ signal: String, _ values: [BusValue] = []
    ) throws(SystemError) {
        var message: OpaquePointer?
        try sdCheck(
            sd_bus_message_new_signal(bus, &message, path, interface, signal),
            "send \(interface).\(signal)")
        defer { sd_bus_message_unref(message) }
        for value in values { try value.append(to: message!) }
        try sdCheck(sd_bus_send(bus, message, nil), "send \(interface).\(signal)")
    }

    /// Answers a message; returns whether this object has the method.
    fileprivate func receive(_ message: OpaquePointer) throws(SystemError) -> Bool {
        guard let interface = sd_bus_message_get_interface(message),
            let method = sd_bus_message_get_member(message)
        else { return false }
        let call = BusCall(
            String(cString: interface), String(cString: method), try BusValue.all(in: message))
        guard let values = answer(call) else { return false }
        if sd_bus_message_get_expect_reply(message) <= 0 { return true }
        var reply: OpaquePointer?
        try sdCheck(
            sd_bus_message_new_method_return(message, &reply), "answer \(call.method)")
        defer { sd_bus_message_unref(reply) }
        for value in values { try value.append(to: reply!) }
        try sdCheck(sd_bus_send(bus, reply, nil), "answer \(call.method)")
        return true
    }
}

private func busObjectHandler(
    _ message: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    let object = Unmanaged<BusObject>.fromOpaque(userdata!).takeUnretainedValue()
    // unsafe: it is read before this returns.
    nonisolated(unsafe) let message = message!
    // A method may destroy its own object. A call that can't be read or answered is left to
    // libsystemd, which answers that there is no such method.
    return EventLoopActor.assumeIsolated {
        withExtendedLifetime(object) { (try? object.receive(message)) == true ? 1 : 0 }
    }
}
