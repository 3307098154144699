import CSystemd

/// A subscription to D-Bus signals. It ends when the object is destroyed.
@EventLoopActor
public final class BusSubscription {
    /// sd_bus_slot*, which keeps the sd_bus* alive; nil only while the constructor runs.
    private var slot: OpaquePointer?
    private let handler: ([BusValue]) -> Void

    init(
        _ bus: OpaquePointer, _ sender: String?, _ path: String?, _ interface: String,
        _ signal: String, _ handler: @escaping ([BusValue]) -> Void
    ) throws(SystemError) {
        self.handler = handler
        // Unretained: the slot, and with it the registration, is removed in deinit. Without a
        // handler for the bus's answer, a refusal ends the connection
        // (sd_bus_match_signal_async(3)).
        try sdCheck(
            sd_bus_match_signal_async(
                bus, &slot, sender, path, interface, signal, busSignalHandler, nil,
                Unmanaged.passUnretained(self).toOpaque()),
            "listen to \(interface).\(signal)")
    }

    /// - Parameter match: a match rule (D-Bus Specification, “Match Rules”).
    init(
        _ bus: OpaquePointer, match: String, _ handler: @escaping ([BusValue]) -> Void
    ) throws(SystemError) {
        self.handler = handler
        // Unretained, as above.
        try sdCheck(
            sd_bus_add_match_async(
                bus, &slot, match, busSignalHandler, nil,
                Unmanaged.passUnretained(self).toOpaque()),
            "listen to \(match)")
    }

    isolated deinit { sd_bus_slot_unref(slot) }

    fileprivate func receive(_ signal: OpaquePointer) {
        // A signal with unknown types is not meant for this program.
        guard let values = try? BusValue.all(in: signal) else { return }
        handler(values)
    }
}

private func busSignalHandler(
    _ signal: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    let subscription = Unmanaged<BusSubscription>.fromOpaque(userdata!).takeUnretainedValue()
    // unsafe: it is read before this returns.
    nonisolated(unsafe) let signal = signal!
    // The handler may drop the last reference to its own subscription.
    EventLoopActor.assumeIsolated {
        withExtendedLifetime(subscription) { $0.receive(signal) }
    }
    return 0
}
