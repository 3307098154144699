import CSystemd

/// An error from the other end of a D-Bus call, or from the bus itself.
public struct BusError: Error, Hashable, Sendable, CustomStringConvertible {
    /// `org.freedesktop.DBus.Error.ServiceUnknown`. Failures of the connection have such names as
    /// well (sd-bus-errors(3)).
    public let name: String
    public let message: String

    public var description: String { message.isEmpty ? name : message }

    /// The name has no owner, and none can be started.
    public var isAbsence: Bool {
        name == "org.freedesktop.DBus.Error.ServiceUnknown"
            || name == "org.freedesktop.DBus.Error.NameHasNoOwner"
    }

    /// The other end has no such method, interface or object.
    public var isUnsupported: Bool {
        ["UnknownMethod", "UnknownInterface", "UnknownObject"].contains {
            name == "org.freedesktop.DBus.Error.\($0)"
        }
    }

    /// No answer came within the time limit.
    public var isTimeout: Bool { name == "org.freedesktop.DBus.Error.NoReply" }

    static func timeout(after limit: Duration) -> BusError {
        BusError(
            name: "org.freedesktop.DBus.Error.NoReply",
            message: "\(NoAnswer(limit: limit))")
    }

    private init(name: String, message: String) {
        (self.name, self.message) = (name, message)
    }

    /// The error in a reply (sd_bus_message*); nil if the reply is no error.
    init?(in reply: OpaquePointer) {
        guard let error = sd_bus_message_get_error(reply) else { return nil }
        name = error.pointee.name.map { String(cString: $0) } ?? ""
        message = error.pointee.message.map { String(cString: $0) } ?? ""
    }
}
