import CWayland

/// The pointer of one Wayland seat, for clicks on the overlay's buttons: the compositor sends its
/// events only over what takes clicks.
final class LayerPointer {
    /// The seat's name in the registry.
    let name: UInt32
    /// wl_seat*.
    private let seat: OpaquePointer
    /// wl_pointer*; nil while the seat has none.
    private var pointer: OpaquePointer?
    private var place = (x: 0.0, y: 0.0)
    private let onClick: (_ x: Double, _ y: Double) -> Void

    /// - Parameter seat: wl_seat* of version 1, destroyed with this object.
    init(_ seat: OpaquePointer, name: UInt32, _ onClick: @escaping (Double, Double) -> Void) {
        (self.seat, self.name, self.onClick) = (seat, name, onClick)
        // Unretained, as for the pointer: the deinit destroys the proxies.
        wl_seat_add_listener(seat, seatListener, Unmanaged.passUnretained(self).toOpaque())
    }

    deinit {
        if let pointer { wl_pointer_destroy(pointer) }
        wl_seat_destroy(seat)
    }

    // MARK: Events

    fileprivate func can(_ capabilities: UInt32) {
        let isThere = capabilities & WL_SEAT_CAPABILITY_POINTER.rawValue != 0
        if isThere, pointer == nil {
            pointer = wl_seat_get_pointer(seat)
            wl_pointer_add_listener(
                pointer, pointerListener, Unmanaged.passUnretained(self).toOpaque())
        } else if !isThere, let pointer {
            wl_pointer_destroy(pointer)
            self.pointer = nil
        }
    }

    fileprivate func moved(_ x: wl_fixed_t, _ y: wl_fixed_t) {
        // 24.8 fixed point (wayland-util.h).
        place = (Double(x) / 256, Double(y) / 256)
    }

    fileprivate func pressed(_ button: UInt32, _ state: UInt32) {
        // BTN_LEFT (linux/input-event-codes.h).
        guard button == 0x110, state == WL_POINTER_BUTTON_STATE_PRESSED.rawValue else { return }
        onClick(place.x, place.y)
    }
}

private func layerPointer(_ pointer: UnsafeMutableRawPointer?) -> LayerPointer {
    Unmanaged<LayerPointer>.fromOpaque(pointer!).takeUnretainedValue()
}

// nonisolated(unsafe), twice: written once, by its initialiser, then only read, by libwayland.

nonisolated(unsafe) private let seatListener: UnsafePointer<wl_seat_listener> = {
    let listener = UnsafeMutablePointer<wl_seat_listener>.allocate(capacity: 1)
    // Newer versions of the library have more members, for events of versions not bound here.
    var callbacks = wl_seat_listener()
    callbacks.capabilities = { data, _, capabilities in layerPointer(data).can(capabilities) }
    listener.initialize(to: callbacks)
    return UnsafePointer(listener)
}()

nonisolated(unsafe) private let pointerListener: UnsafePointer<wl_pointer_listener> = {
    let listener = UnsafeMutablePointer<wl_pointer_listener>.allocate(capacity: 1)
    var callbacks = wl_pointer_listener()
    callbacks.enter = { data, _, _, _, x, y in layerPointer(data).moved(x, y) }
    callbacks.leave = { _, _, _, _ in }
    callbacks.motion = { data, _, _, x, y in layerPointer(data).moved(x, y) }
    callbacks.button = { data, _, _, _, button, state in layerPointer(data).pressed(button, state) }
    callbacks.axis = { _, _, _, _, _ in }
    listener.initialize(to: callbacks)
    return UnsafePointer(listener)
}()
