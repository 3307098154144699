import DictationParts
import LinuxRuntime
import MonotonicTime

/// KDE's global shortcuts (org.kde.KGlobalAccel, whose constants and order of calls follow
/// KGlobalAccel's library): the actions of the component “utter”.
@EventLoopActor
final class KGlobalAccel {
    enum Event {
        /// At the time of the key event.
        case pressed(String, Instant)
        case released(String, Instant)
        /// The user has changed a key in KDE's settings.
        case changed
        /// KWin has ended; it registers nothing by itself when it starts again.
        case ended
    }

    private static let service = "org.kde.kglobalaccel"
    private static let path = "/kglobalaccel"
    private static let interface = "org.kde.KGlobalAccel"
    private static let component = "utter"

    /// KGlobalAccel's SetShortcutFlag: the action is in use; its stored keys are replaced; the keys
    /// are those that the settings offer as the default.
    private enum Flags {
        static let present: UInt32 = 2
        static let noAutoloading: UInt32 = 4
        static let isDefault: UInt32 = 8
    }

    private let bus: MessageBus
    private let chords: DesktopChords
    private let send: (Event) -> Void
    private var subscriptions: [BusSubscription] = []
    /// The actions that have a key.
    private var bound: Set<String> = []

    /// Throws if KGlobalAccel isn't there; starts nothing.
    static func ping(_ bus: MessageBus) async throws {
        _ = try await bus.call(service, path, "org.freedesktop.DBus.Peer", "Ping")
    }

    /// Registers the actions and takes their keys.
    ///
    /// - Throws: `BusError` if there is no KGlobalAccel or an old one (before KDE Frameworks 5.90).
    static func register(
        _ chords: DesktopChords, on bus: MessageBus, _ send: @escaping (Event) -> Void
    ) async throws -> KGlobalAccel {
        let accelerators = KGlobalAccel(chords, on: bus, send)
        try await accelerators.takeKeys()
        try await accelerators.listen()
        return accelerators
    }

    private init(_ chords: DesktopChords, on bus: MessageBus, _ send: @escaping (Event) -> Void) {
        (self.chords, self.bus, self.send) = (chords, bus, send)
    }

    /// Whether an action has a key.
    func hasKey(_ id: String) -> Bool { bound.contains(id) }

    /// Whose the chord of an action is, in KDE's words; nil if nobody's.
    func owner(of action: DesktopChords.Action) async -> String? {
        guard let key = action.chord.qtKey(chords.names),
            let answer = try? await call("actionList", [Self.sequence(key)]),
            // Component and action, each first by its name and then in the user's language.
            let names = answer.first?.elements?.compactMap(\.string), names.count == 4
        else { return nil }
        return "“\(names[3])” of “\(names[2])”"
    }

    /// Gives the keys back: they reach the windows again.
    func release() {
        subscriptions = []
        let bus = bus
        // All at once: who takes the keys next must come later.
        for identity in chords.actions.map(Self.identity) {
            EventLoop.task {
                _ = try? await bus.call(
                    Self.service, Self.path, Self.interface, "setInactive", [identity])
            }
        }
    }

    // MARK: Keys

    /// KGlobalAccel gives an action no key that another one has, also if that is ours, or not in
    /// use.
    private func takeKeys() async throws {
        try await unregisterOthers()
        var renewed: Set<String> = []
        for action in chords.actions {
            let identity = Self.identity(of: action)
            _ = try await call("doRegister", [identity])
            let offered = try await call("defaultShortcutKeys", [identity]).first
            guard Self.keys(in: offered) != Self.keys(in: wantedKeys(of: action)) else { continue }
            // New, or another in the configuration: what the user had set was for the old one. No
            // action takes its keys before all have given up theirs: they may have been exchanged.
            _ = try await call(
                "setShortcutKeys",
                [identity, Self.sequences(nil), .uint32(Flags.noAutoloading)])
            renewed.insert(action.id)
        }
        for action in chords.actions {
            let (identity, wanted) = (Self.identity(of: action), wantedKeys(of: action))
            let isRenewed = renewed.contains(action.id)
            let flags = Flags.present | (isRenewed ? Flags.noAutoloading : 0)
            let taken = try await call("setShortcutKeys", [identity, wanted, .uint32(flags)]).first
            note(action.id, taken)
            guard isRenewed else { continue }
            // Last: until then they count as new.
            _ = try await call("setShortcutKeys", [identity, wanted, .uint32(Flags.isDefault)])
        }
    }

    /// Removes actions of an earlier configuration, with their keys.
    private func unregisterOthers() async throws {
        let component = [Self.component, "", "", ""].map { BusValue.string($0) }
        let answer = try await call("allActionsForComponent", [.array(component, of: "s")])
        for identity in answer.first?.elements ?? [] {
            guard let names = identity.elements?.compactMap(\.string), names.count > 1,
                !chords.actions.contains(where: { $0.id == names[1] })
            else { continue }
            _ = try await call("unregister", [.string(Self.component), .string(names[1])])
        }
    }

    private func wantedKeys(of action: DesktopChords.Action) -> BusValue {
        Self.sequences(action.chord.qtKey(chords.names))
    }

    private func note(_ id: String, _ keys: BusValue?) {
        if Self.keys(in: keys).isEmpty { bound.remove(id) } else { bound.insert(id) }
    }

    /// An action's identity: component, action, and both in the user's words.
    private static func identity(of action: DesktopChords.Action) -> BusValue {
        .array(
            [component, action.id, "Utter", action.description].map { .string($0) }, of: "s")
    }

    /// A QKeySequence of one key; Qt has room for four.
    private static func sequence(_ key: Int32) -> BusValue {
        .structure([.array([key, 0, 0, 0].map { .int32($0) }, of: "i")])
    }

    private static func sequences(_ key: Int32?) -> BusValue {
        .array(key.map { [sequence($0)] } ?? [], of: "(ai)")
    }

    /// The keys of a list of sequences, without empty ones.
    private static func keys(in sequences: BusValue?) -> [Int] {
        (sequences?.elements ?? []).compactMap { sequence in
            sequence.elements?.first?.elements?.first?.integer
        }.filter { $0 != 0 }
    }

    // MARK: Presses

    private func listen() async throws {
        guard let place = try await call("getComponent", [.string(Self.component)]).first?.string
        else { return }
        func press(_ signal: String, _ event: @escaping (String, Instant) -> Event) throws {
            subscriptions.append(
                try bus.subscribe(
                    sender: Self.service, path: place,
                    interface: "org.kde.kglobalaccel.Component", signal: signal
                ) { [weak self] values in
                    guard let self, values.count > 1, values[0].string == Self.component,
                        let id = values[1].string
                    else { return }
                    send(event(id, HeldHotkeys.time(values.dropFirst(2).first?.integer)))
                })
        }
        try press("globalShortcutPressed") { .pressed($0, $1) }
        try press("globalShortcutReleased") { .released($0, $1) }
        subscriptions.append(
            try bus.subscribe(
                sender: Self.service, path: Self.path, interface: Self.interface,
                signal: "yourShortcutsChanged"
            ) { [weak self] values in
                guard let self, values.count > 1,
                    let names = values[0].elements?.compactMap(\.string),
                    names.count > 1, names[0] == Self.component
                else { return }
                note(names[1], values[1])
                send(.changed)
            })
        subscriptions.append(
            try bus.watchOwner(of: Self.service) { [weak self] owner in
                if owner.isEmpty { self?.send(.ended) } else { self?.takeKeysAgain() }
            })
    }

    /// After KWin was restarted.
    private func takeKeysAgain() {
        EventLoop.task { [self] in
            try? await takeKeys()
            // Released meanwhile.
            guard !subscriptions.isEmpty else { return release() }
            send(.changed)
        }
    }

    private func call(_ method: String, _ arguments: [BusValue]) async throws -> [BusValue] {
        try await bus.call(Self.service, Self.path, Self.interface, method, arguments)
    }
}
