public import LinuxRuntime

/// The desktop's message bus, connected to when it is first needed, and again when it has ended.
@EventLoopActor
public final class SessionBus {
    private let environment: [String: String]
    private var bus: MessageBus?

    /// - Parameter environment: where its address is looked up.
    public init(environment: [String: String]) {
        self.environment = environment
    }

    /// Throws where there is none.
    public func connection() throws(SystemError) -> MessageBus {
        if let bus, bus.isOpen { return bus }
        let bus = try MessageBus(.user, environment: environment)
        self.bus = bus
        return bus
    }
}
