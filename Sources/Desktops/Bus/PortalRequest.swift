import LinuxRuntime

/// A request to a desktop portal, which answers by a signal from a separate object
/// (org.freedesktop.portal.Request).
@EventLoopActor
final class PortalRequest {
    /// The answer to a request.
    struct Response {
        /// 0 for success, 1 if the user cancelled, 2 if the request ended in another way.
        let code: Int
        let results: BusValue
    }

    private let answer = OneShot<[BusValue]>()
    private var subscriptions: [BusSubscription] = []

    private static var count = 0

    /// Calls a method of the shortcuts' interface with the arguments for a token, and waits for its
    /// answer, which may depend on the user.
    ///
    /// - Throws: `BusError`; `PortalSession.Refused` if the desktop gives no answer.
    static func run(
        on bus: MessageBus, _ method: String, _ arguments: (String) -> [BusValue]
    ) async throws -> Response {
        count += 1
        let token = "utter\(count)"
        let request = PortalRequest()
        // The object's path is known in advance (org.freedesktop.portal.Request, “handle_token”),
        // so that the subscription is made before the answer.
        let sender = try await bus.uniqueName.dropFirst().replacing(".", with: "_")
        request.subscriptions.append(
            try bus.subscribe(
                sender: PortalSession.portal,
                path: "\(PortalSession.desktop)/request/\(sender)/\(token)",
                interface: "org.freedesktop.portal.Request", signal: "Response"
            ) { [weak request] in request?.answer.give($0) })
        _ = try await bus.call(
            PortalSession.portal, PortalSession.desktop, PortalSession.interface, method,
            arguments(token))
        // A portal that crashed, perhaps with its dialog open, sends no answer.
        request.subscriptions.append(
            try bus.watchOwner(of: PortalSession.portal) { [weak request] owner in
                if owner.isEmpty { request?.answer.give([]) }
            })
        let values = try await request.answer.get()
        guard values.count == 2, let code = values[0].integer else {
            throw PortalSession.Refused(description: "the desktop ended the request")
        }
        return Response(code: code, results: values[1])
    }
}
