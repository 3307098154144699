import DictationParts
import LinuxRuntime
import MonotonicTime

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

    enum Event {
        /// At the time of the key event.
        case activated(String, Instant)
        case deactivated(String, Instant)
        /// The user has changed the keys in the desktop's settings.
        case changed(Triggers)
        /// The desktop has ended the session.
        case closed
    }

    /// The keys of shortcuts in the desktop's words (“Press <Super>F9”), by id; empty for a
    /// shortcut without keys.
    typealias Triggers = [String: String]

    /// A refusal by the desktop, or by the user in its dialog.
    struct Refused: Error, CustomStringConvertible {
        let description: String
    }

    static let portal = "org.freedesktop.portal.Desktop"
    static let desktop = "/org/freedesktop/portal/desktop"
    static let interface = "org.freedesktop.portal.GlobalShortcuts"

    /// The program's name to the desktop: the name of its installed .desktop file. GNOME's settings
    /// drop the request of a program whose name has no full stop (g_application_id_is_valid).
    static let application = "org.utter.Utter"

    private let bus: MessageBus
    private let path: String
    private var subscriptions: [BusSubscription] = []
    /// The keys that the shortcuts had when they were bound.
    private(set) var triggers: Triggers = [:]

    /// Makes a session and binds the shortcuts, for which the desktop may ask the user.
    ///
    /// - Throws: `BusError` if there is no such portal; `Refused`.
    static func open(
        _ shortcuts: [Shortcut], on bus: MessageBus, _ send: @escaping (Event) -> Void
    ) async throws -> PortalSession {
        let stranger = await register(on: bus)
        let created = try await PortalRequest.run(on: bus, "CreateSession") { token in
            [
                .array(
                    [
                        .option("handle_token", .string(token)),
                        // Always the same: KDE keeps the keys of a program that it doesn't know under
                        // this name.
                        .option("session_handle_token", .string("utter")),
                    ], of: "{sv}")
            ]
        }
        guard created.code == 0, let path = created.results["session_handle"]?.string else {
            throw Refused(description: "the desktop opened no session for shortcuts")
        }
        let session = try PortalSession(bus, path, send)
        do {
            session.triggers = try await session.bind(shortcuts)
        } catch let refusal as Refused {
            // A desktop that doesn't know the program gives no other reason.
            throw stranger.map { Refused(description: $0) } ?? refusal
        }
        return session
    }

    private init(_ bus: MessageBus, _ path: String, _ send: @escaping (Event) -> Void) throws {
        (self.bus, self.path) = (bus, path)
        func listen(_ signal: String, _ event: @escaping ([BusValue]) -> Event?) throws {
            subscriptions.append(
                try bus.subscribe(
                    sender: Self.portal, path: Self.desktop, interface: Self.interface,
                    signal: signal
                ) { values in
                    // Signals of other programs' sessions arrive as well.
                    guard values.count > 1, values[0].string == path, let event = event(values)
                    else { return }
                    send(event)
                })
        }
        func press(_ signal: String, _ event: @escaping (String, Instant) -> Event) throws {
            try listen(signal) { values in
                values[1].string.map {
                    event($0, HeldHotkeys.time(values.dropFirst(2).first?.integer))
                }
            }
        }
        try press("Activated") { .activated($0, $1) }
        try press("Deactivated") { .deactivated($0, $1) }
        try listen("ShortcutsChanged") { .changed(Self.triggers(in: $0[1])) }
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

    // MARK: Binding

    /// Tells the desktop which program this connection is (org.freedesktop.host.portal.Registry,
    /// since xdg-desktop-portal 1.19), before anything else is asked on it. Returns why the desktop
    /// doesn't know the program; nil if it does, or needn't.
    private static func register(on bus: MessageBus) async -> String? {
        do {
            _ = try await bus.call(
                portal, desktop, "org.freedesktop.host.portal.Registry", "Register",
                [.string(application), .array([], of: "{sv}")])
            return nil
        } catch let error as BusError where error.isUnsupported {
            return nil
        } catch {
            return "it doesn’t know the program (\(error)): \(application).desktop must be"
                + " installed, and the program in PATH"
        }
    }

    /// Binds the shortcuts, unless the desktop has done so already.
    private func bind(_ shortcuts: [Shortcut]) async throws -> Triggers {
        // KDE's first version of the portal (6.3) opens its settings at each request, and binds
        // what it knows as soon as there is a session. The second (6.5) binds only on request, and
        // asks only about what is new; so does GNOME, which lists nothing before that.
        if await version == 1, let known = try? await list(),
            shortcuts.allSatisfy({ known[$0.id] != nil })
        {
            return known
        }
        let response = try await PortalRequest.run(on: bus, "BindShortcuts") { token in
            [
                .objectPath(path), .array(shortcuts.map(\.value), of: "(sa{sv})"), .string(""),
                .array([.option("handle_token", .string(token))], of: "{sv}"),
            ]
        }
        // The code counts for nothing if there are results: GNOME's portal 48 answers with a code
        // that it has never set (globalshortcuts.c, shell_grab_accelerators_done). It leaves out
        // shortcuts without keys.
        if let shortcuts = response.results["shortcuts"] { return Self.triggers(in: shortcuts) }
        if let listed = try? await list(), !listed.isEmpty { return listed }
        throw Refused(
            description: response.code == 1
                ? "it was refused in the desktop’s dialog"
                : "the desktop ended the request, or its dialog was closed")
    }

    private var version: Int {
        get async {
            let version = try? await bus.property(
                Self.portal, Self.desktop, Self.interface, "version")
            return version?.integer ?? 1
        }
    }

    private func list() async throws -> Triggers {
        let response = try await PortalRequest.run(on: bus, "ListShortcuts") { token in
            [
                .objectPath(path), .array([.option("handle_token", .string(token))], of: "{sv}"),
            ]
        }
        return Self.triggers(in: response.results["shortcuts"])
    }

    private static func triggers(in shortcuts: BusValue?) -> Triggers {
        var triggers: Triggers = [:]
        for shortcut in shortcuts?.elements ?? [] {
            guard let parts = shortcut.elements, parts.count == 2, let id = parts[0].string else {
                continue
            }
            triggers[id] = parts[1]["trigger_description"]?.string ?? ""
        }
        return triggers
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
