import CWayland
import WaylandClient

/// The globals of a compositor that typing needs, and what its seat tells.
final class WaylandGlobals {
    /// wl_seat*, the first one.
    private(set) var seat: OpaquePointer?
    /// zwp_virtual_keyboard_manager_v1*.
    private(set) var manager: OpaquePointer?
    /// Whether the seat has a keyboard, so that clients listen to it.
    private(set) var seatHasKeyboard = false

    /// Whether the compositor has all that typing needs.
    var isComplete: Bool { seat != nil && manager != nil }

    // Held so that the proxies go before it.
    private let connection: WaylandConnection
    /// wl_registry*.
    private let registry: OpaquePointer

    /// Asks for the globals; they are known after one roundtrip, the seat's keyboard after two.
    init(of connection: WaylandConnection) {
        self.connection = connection
        registry = connection.registry()
        // Unretained: the deinit destroys the proxies that know the pointer.
        wl_registry_add_listener(
            registry, registryListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        if let manager { utter_virtual_keyboard_manager_destroy(manager) }
        if let seat { wl_seat_destroy(seat) }
        wl_registry_destroy(registry)
    }

    fileprivate func found(_ interface: String, name: UInt32) {
        if interface == "wl_seat", seat == nil {
            seat = utter_bind_seat(registry, name)
            wl_seat_add_listener(seat, seatListener, Unmanaged.passUnretained(self).toOpaque())
        } else if interface == UTTER_VIRTUAL_KEYBOARD_MANAGER, manager == nil {
            manager = utter_bind_virtual_keyboard_manager(registry, name)
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
    listener.initialize(to: wl_registry_listener(
        global: { data, _, name, interface, _ in
            globals(data).found(String(cString: interface!), name: name)
        },
        // A seat that goes takes the keyboards of its clients along; keys then do nothing, and
        // the protocol has no event that says so.
        global_remove: { _, _, _ in }))
    return UnsafePointer(listener)
}()

nonisolated(unsafe) private let seatListener: UnsafePointer<wl_seat_listener> = {
    let listener = UnsafeMutablePointer<wl_seat_listener>.allocate(capacity: 1)
    listener.initialize(to: wl_seat_listener(
        capabilities: { data, _, capabilities in globals(data).seatCan(capabilities) },
        name: { _, _, _ in }))
    return UnsafePointer(listener)
}()
