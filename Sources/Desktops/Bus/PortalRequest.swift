import LinuxRuntime

/// A request to a desktop portal, which answers by a signal from a separate object
/// (org.freedesktop.portal.Request).
@EventLoopActor
final class PortalRequest {
    private let answer = OneShot<[BusValue]>()
    private var subscription: BusSubscription?

    private static var count = 0

    /// Calls a method of the shortcuts' interface with the arguments for a token, and waits for its
    /// answer, which may depend on the user.
    static func run(
        on bus: MessageBus, _ method: String, _ arguments: (String) -> [BusValue]
    ) async throws -> BusValue {
        count += 1
        let token = "utter\(count)"
        let request = PortalRequest()
        // The object's path is known in advance (org.freedesktop.portal.Request, “handle_token”),
        // so that the subscription is made before the answer.
        let sender = try await bus.uniqueName.dropFirst().replacing(".", with: "_")
        request.subscription = try bus.subscribe(
            sender: PortalSession.portal,
            path: "\(PortalSession.desktop)/request/\(sender)/\(token)",
            interface: "org.freedesktop.portal.Request", signal: "Response"
        ) { [unowned request] in request.answer.give($0) }
        _ = try await bus.call(
            PortalSession.portal, PortalSession.desktop, PortalSession.interface, method,
            arguments(token))
        let values = try await request.answer.get()
        guard values.count == 2, values[0].integer == 0 else {
            throw PortalSession.Refused(
                description: values.first?.integer == 1
                    ? "it was refused in the desktop’s dialog" : "the desktop ended the request")
        }
        return values[1]
    }
}
