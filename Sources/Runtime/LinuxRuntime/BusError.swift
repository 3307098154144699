import CSystemd

/// What the other end of a D-Bus call, or the bus itself, answered instead of a reply.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `org.freedesktop.DBus.Error.ServiceUnknown`. A failure of the connection has names of this
    /// kind as well (sd-bus-errors(3)).
    public let name: String
    public let message: String

    public var description: String { message.isEmpty ? name : message }

    /// Nobody is there under that name, and nobody can be started.
    public var isAbsence: Bool {
        name == "org.freedesktop.DBus.Error.ServiceUnknown"
            || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
    }

    /// No answer came in time.
    public var isTimeout: Bool { name == "org.freedesktop.DBus.Error.NoReply" }

    static func timeout(after limit: Duration) -> BusError {
        BusError(
            name: "org.freedesktop.DBus.Error.NoReply",
            message: "\(NoAnswer(limit: limit))")
    }

    private init(name: String, message: String) {
        (self.name, self.message) = (name, message)
    }

    /// The error that a reply (sd_bus_message*) is; nil if it is none.
    init?(in reply: OpaquePointer) {
        guard let error = sd_bus_message_get_error(reply) else { return nil }
        name = error.pointee.name.map { String(cString: $0) } ?? ""
        message = error.pointee.message.map { String(cString: $0) } ?? ""
    }
}
