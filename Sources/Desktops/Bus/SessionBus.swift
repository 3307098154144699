public import LinuxRuntime

/// The connection to the session's message bus, made when it is first needed, and again after it
/// has ended.
@EventLoopActor
public final class SessionBus {
    private let environment: [String: String]
    private var bus: MessageBus?

    /// - Parameter environment: the variables with its address.
    public init(environment: [String: String]) {
        self.environment = environment
    }

    /// Throws if there is no session bus.
    public func connection() throws(SystemError) -> MessageBus {
        if let bus, bus.isOpen { return bus }
        let bus = try MessageBus(.user, environment: environment)
        self.bus = bus
        return bus
    }
}
