public import Dictation
public import LinuxRuntime

/// The user's session in systemd-logind (org.freedesktop.login1(5)): whether its screen is locked,
/// whether it is the active one, and when the machine sleeps.
@EventLoopActor
public final class LoginSession {
    public enum Event: Hashable, Sendable {
        /// The user can't see the screen any more.
        case left(SessionUnavailable)
        case returned
        /// The machine has resumed from suspend: devices may have changed.
        case resumed
    }

    private static let name = "org.freedesktop.login1"
    private static let manager = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    private let bus: MessageBus
    private let send: (Event) -> Void
    private var subscriptions: [BusSubscription] = []
    private var isLocked = false
    private var isActive = true
    private var isAsleep = false
    /// The last reported state.
    public private(set) var reported: SessionUnavailable?
    private let end = OneShot<Void>()

    /// Connects to the system bus; throws if there is none. `tell` is called from `follow` on.
    ///
    /// - Parameter reported: the state from an earlier connection.
    public init(
        environment: [String: String], reported: SessionUnavailable? = nil,
        _ send: @escaping (Event) -> Void
    ) throws(SystemError) {
        bus = try MessageBus(.system, environment: environment)
        (self.reported, self.send) = (reported, send)
    }

    /// Finds the session and follows it as long as this object lives. Throws without logind or a
    /// session; if there is a logind, suspend is reported nevertheless.
    public func follow() async throws {
        subscriptions.append(try bus.watchEnd { [unowned self] in end.give(()) })
        subscriptions.append(
            try bus.subscribe(
                sender: Self.name, path: "/org/freedesktop/login1", interface: Self.manager,
                signal: "PrepareForSleep"
            ) { [unowned self] in sleep($0.first?.boolean == true) })
        // A user service is in no session; “auto” is its own session, or else the one with the
        // display. Signals come only from the session's own path.
        let reply = try await bus.call(
            Self.name, "/org/freedesktop/login1", Self.manager, "GetSession", [.string("auto")])
        guard let path = reply.first?.string else { return }
        subscriptions.append(
            try bus.subscribe(
                sender: Self.name, path: path, interface: Self.session, signal: "Lock"
            ) { [unowned self] _ in lock() })
        subscriptions.append(
            try bus.subscribe(
                sender: Self.name, path: path, interface: Self.properties,
                signal: "PropertiesChanged"
            ) { [unowned self] values in
                guard values.count > 1, values[0].string == Self.session else { return }
                take(active: values[1]["Active"], locked: values[1]["LockedHint"])
            })
        // After the subscriptions, so that no change is missed.
        let (active, locked) = (
            try await bus.property(Self.name, path, Self.session, "Active"),
            try? await bus.property(Self.name, path, Self.session, "LockedHint")
        )
        take(active: active, locked: locked)
    }

    /// Suspends until the bus connection has ended.
    public func waitForEnd() async throws {
        try await end.get()
    }

    private func take(active: BusValue?, locked: BusValue?) {
        if let value = active?.boolean { isActive = value }
        if let value = locked?.boolean { isLocked = value }
        update()
    }

    private func sleep(_ isAsleep: Bool) {
        self.isAsleep = isAsleep
        update()
        if !isAsleep { send(.resumed) }
    }

    /// The screen is about to be locked. Not all lockers report that it is locked, or when they
    /// unlock it (`LockedHint`), so this is an event, not a state.
    private func lock() {
        send(.left(.locked))
        reported = .locked
        update()
    }

    private func update() {
        let absence: SessionUnavailable? =
            isAsleep
            ? .asleep : !isActive ? .inactive : isLocked ? .locked : nil
        guard absence != reported else { return }
        reported = absence
        send(absence.map(Event.left) ?? .returned)
    }
}
