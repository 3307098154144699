import CSystemd
import SystemPackage

/// A connection to a D-Bus message bus, on the event loop (sd-bus(3)): it waits for the bus only by
/// suspending.
@EventLoopActor
public final class MessageBus {
    /// The kind of bus.
    public enum Kind: String, Sendable {
        /// The bus of the user's session: $DBUS_SESSION_BUS_ADDRESS, or `bus` in $XDG_RUNTIME_DIR.
        case user
        /// The bus of the machine's services: $DBUS_SYSTEM_BUS_ADDRESS, or the usual socket.
        case system
    }

    private let connection: BusConnection

    /// Connects. Steps that need the bus's answer are done by the loop later: if the bus hangs or
    /// refuses, the first call fails.
    ///
    /// - Parameter environment: the variables with the addresses.
    /// - Throws: an error if there is no bus.
    public init(_ kind: Kind, environment: [String: String]) throws(SystemError) {
        guard let address = Self.address(kind, environment) else {
            throw SystemError("connect to the \(kind) bus", .noSuchFileOrDirectory)
        }
        connection = try BusConnection(address, "connect to the \(kind) bus at \(address)")
    }

    /// Connects to a program that is no message bus: what it sends names no receiver. Otherwise as
    /// above.
    ///
    /// - Parameters:
    ///   - name: of the program, for messages.
    ///   - address: in D-Bus's form: `unix:path=/run/user/1000/bus`.
    public init(peer name: String, at address: String) throws(SystemError) {
        connection = try BusConnection(
            address, "connect to \(name) at \(address)", isBus: false)
    }

    /// Connects to another message bus. Otherwise as above.
    ///
    /// - Parameters:
    ///   - name: of the bus, for messages.
    ///   - address: in D-Bus's form.
    public init(bus name: String, at address: String) throws(SystemError) {
        connection = try BusConnection(address, "connect to \(name) at \(address)")
    }

    private static func address(_ kind: Kind, _ environment: [String: String]) -> String? {
        func value(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        switch kind {
        case .system:
            return value("DBUS_SYSTEM_BUS_ADDRESS") ?? "unix:path=/run/dbus/system_bus_socket"
        case .user:
            return value("DBUS_SESSION_BUS_ADDRESS")
                ?? value("XDG_RUNTIME_DIR").map { "unix:path=\($0)/bus" }
        }
    }

    /// Whether the connection is open. After its end it stays closed: make another one.
    public var isOpen: Bool { sd_bus_is_open(connection.bus) > 0 }

    /// Calls a method and suspends until its reply.
    ///
    /// - Parameter limit: how long to wait for the reply.
    /// - Returns: the values of the reply.
    /// - Throws: `BusError` for an error from the other end or the bus, also at the limit or when
    ///   the bus is gone; `SystemError` for what can't be sent or read; `CancellationError`.
    public func call(
        _ destination: String, _ path: String, _ interface: String, _ method: String,
        _ arguments: [BusValue] = [], within limit: Duration = .seconds(5)
    ) async throws -> [BusValue] {
        try Task.checkCancellation()
        let message = try BusMessage(
            connection.bus, destination, path, interface, method, arguments)
        let pending = PendingReply()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                pending.continuation = continuation
                pending.send(message, connection.bus, within: limit)
            }
        } onCancel: {
            EventLoop.task { pending.finish(.failure(CancellationError())) }
        }
    }

    /// This connection's own name on the bus: `:1.42`.
    public var uniqueName: String {
        get async throws {
            // Asking libsystemd before the bus has assigned the name would block.
            _ = try await call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetId")
            var name: UnsafePointer<CChar>?
            try sdCheck(sd_bus_get_unique_name(connection.bus, &name), "sd_bus_get_unique_name")
            return String(cString: name!)
        }
    }

    /// A property of an object (org.freedesktop.DBus.Properties.Get).
    public func property(
        _ destination: String, _ path: String, _ interface: String, _ name: String
    ) async throws -> BusValue {
        let reply = try await call(
            destination, path, "org.freedesktop.DBus.Properties", "Get",
            [.string(interface), .string(name)])
        guard case .variant(let value)? = reply.first else {
            throw SystemError("read \(name) of \(destination)", .badMessage)
        }
        return value
    }

    /// Calls `handler` with the values of each matching signal, until the subscription is
    /// destroyed. It is in force before any later call on this connection is handled.
    ///
    /// - Parameter sender: a name on the bus; nil for any.
    public func subscribe(
        sender: String?, path: String?, interface: String, signal: String,
        _ handler: @escaping ([BusValue]) -> Void
    ) throws(SystemError) -> BusSubscription {
        try BusSubscription(connection.bus, sender, path, interface, signal, handler)
    }
}

extension MessageBus {
    /// Whether a program has a name on the bus. Nothing is started for the question.
    ///
    /// - Parameter limit: how long to wait for the bus.
    public func hasOwner(
        of name: String, within limit: Duration = .seconds(5)
    ) async throws -> Bool {
        try await call(
            "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
            "NameHasOwner", [.string(name)], within: limit) == [.boolean(true)]
    }

    /// Calls `handler` with the new owner's unique name, "" for none, whenever the owner of a name
    /// on the bus changes, until the subscription is destroyed.
    public func watchOwner(
        of name: String, _ handler: @escaping (String) -> Void
    ) throws(SystemError) -> BusSubscription {
        try BusSubscription(
            connection.bus,
            match: "type='signal',sender='org.freedesktop.DBus',path='/org/freedesktop/DBus',"
                + "interface='org.freedesktop.DBus',member='NameOwnerChanged',arg0='\(name)'"
        ) { values in
            if values.count == 3, let owner = values[2].string { handler(owner) }
        }
    }
}

extension MessageBus {
    /// Calls `handler` once when the connection has ended, until the subscription is destroyed.
    public func watchEnd(_ handler: @escaping () -> Void) throws(SystemError) -> BusSubscription {
        // Signals that libsystemd makes only for this process (sd_bus_add_match(3)).
        try BusSubscription(
            connection.bus,
            match: "type='signal',sender='org.freedesktop.DBus.Local',"
                + "path='/org/freedesktop/DBus/Local',"
                + "interface='org.freedesktop.DBus.Local',member='Disconnected'"
        ) { _ in handler() }
    }
}

extension MessageBus {
    /// Offers an object at a path of this connection, until the object is destroyed.
    ///
    /// - Parameter answer: the values of the reply to a call; nil if the object has no such method,
    ///   which is then the caller's error.
    public func offer(
        _ path: String, _ answer: @escaping (BusCall) -> [BusValue]?
    ) throws(SystemError) -> BusObject {
        try BusObject(connection.bus, path, answer)
    }
}

/// An sd_bus* that is attached to the event loop and closed with this value.
private struct BusConnection: ~Copyable {
    let bus: OpaquePointer

    init(_ address: String, _ call: String, isBus: Bool = true) throws(SystemError) {
        var bus: OpaquePointer?
        try sdCheck(sd_bus_new(&bus), "sd_bus_new")
        do throws(SystemError) {
            try sdCheck(sd_bus_set_address(bus, address), call)
            try sdCheck(sd_bus_set_bus_client(bus, isBus ? 1 : 0), call)
            // Otherwise the end of the loop would flush it, and wait for a bus that is stopped.
            try sdCheck(sd_bus_set_close_on_exit(bus, 0), "sd_bus_set_close_on_exit")
            try sdCheck(sd_bus_start(bus), call)
            try sdCheck(
                sd_bus_attach_event(
                    bus, EventLoop.shared.event, Int32(SD_EVENT_PRIORITY_NORMAL)),
                "sd_bus_attach_event")
        } catch {
            sd_bus_close_unref(bus)
            throw error
        }
        self.bus = bus!
    }

    // Without a flush, which would block: callers that need an answer have waited for it.
    deinit { sd_bus_close_unref(bus) }
}

/// An sd_bus_message* of a method call, released with this value.
private struct BusMessage: ~Copyable {
    let message: OpaquePointer

    init(
        _ bus: OpaquePointer, _ destination: String, _ path: String, _ interface: String,
        _ method: String, _ arguments: [BusValue]
    ) throws(SystemError) {
        var message: OpaquePointer?
        try sdCheck(
            sd_bus_message_new_method_call(bus, &message, destination, path, interface, method),
            "call \(interface).\(method)")
        do throws(SystemError) {
            for argument in arguments { try argument.append(to: message!) }
        } catch {
            sd_bus_message_unref(message)
            throw error
        }
        self.message = message!
    }

    deinit { sd_bus_message_unref(message) }
}

/// A call whose reply is pending, resumed once.
private final class PendingReply: @unchecked Sendable {
    // @unchecked: used only on the loop's thread, which sends, dispatches and cancels.
    var continuation: CheckedContinuation<[BusValue], any Error>?
    /// sd_bus_slot*: while it is held, the reply is pending.
    private var slot: OpaquePointer?
    private var limit: EventSource?

    func send(_ message: borrowing BusMessage, _ bus: OpaquePointer, within limit: Duration) {
        // A limit of our own: libsystemd's begins only after authentication, for which a stopped
        // bus would get 90 s.
        self.limit = EventLoop.shared.timer(after: limit) { [unowned self] in
            finish(.failure(BusError.timeout(after: limit)))
        }
        // Unretained: the caller of `call` holds this object until `finish` has released the slot.
        let result = sd_bus_call_async(
            bus, &slot, message.message, pendingReplyHandler,
            Unmanaged.passUnretained(self).toOpaque(), UInt64.max)
        if result < 0 { finish(.failure(SystemError("sd_bus_call_async", negative: result))) }
    }

    func receive(_ reply: OpaquePointer) {
        if let error = BusError(in: reply) { return finish(.failure(error)) }
        do throws(SystemError) {
            finish(.success(try BusValue.all(in: reply)))
        } catch {
            finish(.failure(error))
        }
    }

    func finish(_ result: Result<[BusValue], any Error>) {
        limit = nil
        sd_bus_slot_unref(slot)
        slot = nil
        continuation?.resume(with: result)
        continuation = nil
    }
}

private func pendingReplyHandler(
    _ reply: OpaquePointer?, _ userdata: UnsafeMutableRawPointer?,
    _ error: UnsafeMutablePointer<sd_bus_error>?
) -> Int32 {
    Unmanaged<PendingReply>.fromOpaque(userdata!).takeUnretainedValue().receive(reply!)
    return 0
}
