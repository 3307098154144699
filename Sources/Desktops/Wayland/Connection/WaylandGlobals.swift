import CWayland
import LinuxRuntime
public import Problems

/// The globals of a compositor that sinks need, and the state of its seat.
public final class WaylandGlobals {
    /// wl_seat*, the first one.
    public private(set) var seat: OpaquePointer?
    /// Whether the seat has a keyboard, so that clients listen to it.
    private(set) var seatHasKeyboard = false
    /// zwp_virtual_keyboard_manager_v1*.
    private(set) var keyboards: OpaquePointer?

    // Kept alive until the proxies are destroyed.
    let connection: WaylandConnection
    /// wl_registry*.
    private let registry: OpaquePointer
    /// The other globals, by interface. Bound only when needed: their events would wake this
    /// process whenever something is copied or a window's title changes.
    private var others: [String: (name: UInt32, version: UInt32)] = [:]

    /// Whether keys can be pressed.
    public var canType: Bool { seat != nil && keyboards != nil }

    /// Asks for the globals of a compositor.
    @EventLoopActor
    public static func all(
        of connection: WaylandConnection
    ) async throws(Problem) -> WaylandGlobals {
        let globals = WaylandGlobals(connection)
        try await connection.roundtrip()
        // The seat's capabilities arrive after it is bound.
        try await connection.roundtrip()
        return globals
    }

    private init(_ connection: WaylandConnection) {
        self.connection = connection
        registry = connection.registry()
        // Unretained: the deinit destroys the proxies that hold the pointer.
        wl_registry_add_listener(
            registry, registryListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        if let keyboards { zwp_virtual_keyboard_manager_v1_destroy(keyboards) }
        if let seat { wl_seat_destroy(seat) }
        wl_registry_destroy(registry)
    }

    /// Whether the compositor lets programs read and set the clipboard.
    public var hasDataControl: Bool {
        others[Self.extDataControl] != nil || others[Self.wlrDataControl] != nil
    }

    /// zwlr_data_control_manager_v1* or its successor, for which the same functions serve. The
    /// caller destroys it before this object; nil if the compositor has none.
    public func bindDataControl() -> OpaquePointer? {
        bindOther(Self.extDataControl) ?? bindOther(Self.wlrDataControl, version: 2)
    }

    private static let extDataControl = "ext_data_control_manager_v1"
    private static let wlrDataControl = "zwlr_data_control_manager_v1"

    /// zwlr_foreign_toplevel_manager_v1*, which the caller destroys before this object; nil if the
    /// compositor has none.
    func bindToplevels() -> OpaquePointer? {
        bindOther("zwlr_foreign_toplevel_manager_v1")
    }

    /// Whether the compositor lets a program be the seat's input method.
    public var hasInputMethods: Bool { seat != nil && others[Self.inputMethods] != nil }

    /// zwp_input_method_manager_v2*, which the caller destroys before this object; nil if the
    /// compositor has none.
    public func bindInputMethods() -> OpaquePointer? { bindOther(Self.inputMethods) }

    private static let inputMethods = "zwp_input_method_manager_v2"

    /// The version of KWin's fake input that the compositor has; nil if it has none, or if it has it
    /// and this client may not use it.
    public var fakeInputVersion: UInt32? { others[Self.fakeInput]?.version }

    /// org_kde_kwin_fake_input*, which the caller destroys before this object. Version 4: keys by
    /// their codes. Later versions press key symbols too, for which KWin recompiles its keymap twice
    /// a character.
    public func bindFakeInput() -> OpaquePointer? { bindOther(Self.fakeInput, version: 4) }

    /// org_kde_kwin_keystate*, which the caller destroys before this object.
    public func bindKeyStates() -> OpaquePointer? {
        bindOther("org_kde_kwin_keystate", version: 5)
    }

    private static let fakeInput = "org_kde_kwin_fake_input"

    /// - Parameter version: the highest version to bind.
    private func bindOther(_ interface: String, version: UInt32 = 1) -> OpaquePointer? {
        others[interface].flatMap { bind(interface, $0.name, min(version, $0.version)) }
    }

    private func bind(
        _ interface: String, _ name: UInt32, _ version: UInt32 = 1
    ) -> OpaquePointer? {
        OpaquePointer(utter_bind(registry, name, interface, version))
    }

    fileprivate func found(_ interface: String, name: UInt32, version: UInt32) {
        switch interface {
        case "wl_seat" where seat == nil:
            // Version 1: only its capabilities are needed.
            seat = bind(interface, name)
            wl_seat_add_listener(seat, seatListener, Unmanaged.passUnretained(self).toOpaque())
        case "zwp_virtual_keyboard_manager_v1" where keyboards == nil:
            keyboards = bind(interface, name)
        default:
            others[interface] = (name, version)
        }
    }

    fileprivate func seatCan(_ capabilities: UInt32) {
        seatHasKeyboard = capabilities & WL_SEAT_CAPABILITY_KEYBOARD.rawValue != 0
    }
}

private func globals(_ pointer: UnsafeMutableRawPointer?) -> WaylandGlobals {
    Unmanaged<WaylandGlobals>.fromOpaque(pointer!).takeUnretainedValue()
}

// nonisolated(unsafe), twice: written once, by its initialiser, then only read, by libwayland.

nonisolated(unsafe) private let registryListener: UnsafePointer<wl_registry_listener> = {
    let listener = UnsafeMutablePointer<wl_registry_listener>.allocate(capacity: 1)
    listener.initialize(
        to: wl_registry_listener(
            global: { data, _, name, interface, version in
                globals(data).found(String(cString: interface!), name: name, version: version)
            },
            // A removed seat also disables its clients' keyboards; keys then have no effect, and the
            // protocol reports it by no other event. The other globals are never removed.
            global_remove: { _, _, _ in }))
    return UnsafePointer(listener)
}()

nonisolated(unsafe) private let seatListener: UnsafePointer<wl_seat_listener> = {
    let listener = UnsafeMutablePointer<wl_seat_listener>.allocate(capacity: 1)
    listener.initialize(
        to: wl_seat_listener(
            capabilities: { data, _, capabilities in globals(data).seatCan(capabilities) },
            name: { _, _, _ in }))
    return UnsafePointer(listener)
}()
