import LinuxRuntime

/// A session of org.freedesktop.portal.GlobalShortcuts (XDG Desktop Portal): its shortcuts are
/// bound as long as it lives.
@EventLoopActor
final class PortalSession {
    struct Shortcut {
        let id: String
        /// The text for the user in the desktop's dialog.
        let description: String
        /// The proposed keys, in the form of XDG's shortcuts specification; nil for none.
        let trigger: String?
    }

    enum News {
        case activated(String)
        case deactivated(String)
        /// The desktop has ended the session.
        case closed
    }

    /// A refusal by the desktop, or by the user in its dialog.
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    static let portal = "org.freedesktop.portal.Desktop"
    static let desktop = "/org/freedesktop/portal/desktop"
    static let interface = "org.freedesktop.portal.GlobalShortcuts"

    private let bus: MessageBus
    private let path: String
    private var subscriptions: [BusSubscription] = []

    /// Makes a session and binds the shortcuts, for which the desktop may ask the user.
    ///
    /// - Throws: `BusError` if there is no such portal; `Refused`.
    static func open(
        _ shortcuts: [Shortcut], on bus: MessageBus, _ send: @escaping (News) -> Void
    ) async throws -> PortalSession {
        let created = try await PortalRequest.run(on: bus, "CreateSession") { token in
            [
                .array(
                    [
                        .option("handle_token", .string(token)),
                        .option("session_handle_token", .string(token)),
                    ], of: "{sv}")
            ]
        }
        guard let path = created["session_handle"]?.string else {
            throw Refused(description: "the desktop opened no session for shortcuts")
        }
        let session = try PortalSession(bus, path, send)
        let bound = try await PortalRequest.run(on: bus, "BindShortcuts") { token in
            [
                .objectPath(path), .array(shortcuts.map(\.value), of: "(sa{sv})"), .string(""),
                .array([.option("handle_token", .string(token))], of: "{sv}"),
            ]
        }
        if bound["shortcuts"]?.elements?.isEmpty ?? true {
            throw Refused(description: "the desktop bound no key")
        }
        return session
    }

    private init(_ bus: MessageBus, _ path: String, _ send: @escaping (News) -> Void) throws {
        (self.bus, self.path) = (bus, path)
        func listen(_ signal: String, _ news: @escaping (String) -> News) throws {
            subscriptions.append(
                try bus.subscribe(
                    sender: Self.portal, path: Self.desktop, interface: Self.interface,
                    signal: signal
                ) { values in
                    // Signals of other programs' sessions arrive as well.
                    guard values.count > 1, values[0].string == path, let id = values[1].string
                    else { return }
                    send(news(id))
                })
        }
        try listen("Activated") { .activated($0) }
        try listen("Deactivated") { .deactivated($0) }
        subscriptions.append(
            try bus.subscribe(
                sender: Self.portal, path: path, interface: "org.freedesktop.portal.Session",
                signal: "Closed"
            ) { _ in send(.closed) })
        subscriptions.append(try bus.watchEnd { send(.closed) })
        // A portal that crashed sends no signal.
        subscriptions.append(
            try bus.watchOwner(of: Self.portal) { owner in if owner.isEmpty { send(.closed) } })
    }

    deinit {
        let (bus, path) = (bus, path)
        // Not awaited: the session also ends with the connection.
        EventLoop.task {
            _ = try? await bus.call(
                Self.portal, path, "org.freedesktop.portal.Session", "Close")
        }
    }
}

extension PortalSession.Shortcut {
    fileprivate var value: BusValue {
        var options = [BusValue.option("description", .string(description))]
        if let trigger { options.append(.option("preferred_trigger", .string(trigger))) }
        return .structure([.string(id), .array(options, of: "{sv}")])
    }
}

extension BusValue {
    static func option(_ name: String, _ value: BusValue) -> BusValue {
        .entry(key: .string(name), value: .variant(value))
    }
}
