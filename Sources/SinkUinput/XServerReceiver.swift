import CXcb
import Dictation
import Glibc
import KeyStrokes
import LinuxRuntime
import SystemPackage

/// An X server with real input devices. It has a keymap for each device, and uses ours for our
/// keys; group and locks are those of the master keyboard.
final class XServerReceiver: KeyboardReceiver {
    let name: String
    /// xcb_connection_t*.
    private let connection: OpaquePointer
    /// Our keyboard's number in the server.
    private var device: UInt16?
    private let compose: ComposeTable?

    /// - Parameter display: as in $DISPLAY (X(7)).
    init(display: String) throws(Problem) {
        name = "the X server \(display)"
        let connection = xcb_connect(display, nil)!
        guard xcb_connection_has_error(connection) == 0 else {
            xcb_disconnect(connection)
            throw Problem(
                "cannot connect to the X server \(display)", why: "it does not answer",
                remedy: "Check DISPLAY and XAUTHORITY.")
        }
        self.connection = connection
        compose = try ComposeTable()
        let flags = XKB_X11_SETUP_XKB_EXTENSION_NO_FLAGS
        let hasXKB = xkb_x11_setup_xkb_extension(
            connection, 1, 0, flags, nil, nil, nil, nil) == 1
        let version = xcb_input_xi_query_version_reply(
            connection, xcb_input_xi_query_version(connection, 2, 0), nil)
        defer { free(version) }
        guard hasXKB, version != nil else {
            throw Problem("cannot ask \(name) for its keyboards", why: "it lacks XKB or XInput 2")
        }
    }

    deinit { xcb_disconnect(connection) }

    // MARK: Opening

    func beginWatching() {
        // One mask word for all devices: hierarchy changes, which tell of every new device.
        struct Selection {
            var header = xcb_input_event_mask_t(deviceid: 0, mask_len: 1)
            var mask = XCB_INPUT_XI_EVENT_MASK_HIERARCHY.rawValue
        }
        var selection = Selection()
        withUnsafeBytes(of: &selection) { bytes in
            _ = xcb_input_xi_select_events(
                connection, root, 1,
                bytes.baseAddress!.assumingMemoryBound(to: xcb_input_event_mask_t.self))
        }
        xcb_flush(connection)
    }

    func waitUntilOpened(_ node: String, within limit: Duration) async throws {
        let deadline = MonotonicClock.nanoseconds + limit.nanoseconds
        while true {
            device = find(node)
            if device != nil { return }
            try checkConnection()
            // Events that came with the answers are in xcb's queue, not in the socket.
            if drain() { continue }
            let left = deadline - MonotonicClock.nanoseconds
            guard left > 0,
                try await EventLoop.shared.ready(descriptor, within: .nanoseconds(left))
            else {
                throw Problem(
                    "the virtual keyboard \(node) is not ready",
                    why: "\(name) has not opened it within \(limit)",
                    remedy: "A server without input devices (Xvfb, Xwayland, VNC) opens none: "
                        + "use the sink xtest there.")
            }
        }
    }

    /// The device whose node is ours; names may be anyone's.
    private func find(_ node: String) -> UInt16? {
        let reply = xcb_input_xi_query_device_reply(
            connection, xcb_input_xi_query_device(connection, 0), nil)
        defer { free(reply) }
        guard let reply else { return nil }
        var devices = xcb_input_xi_query_device_infos_iterator(reply)
        while devices.rem > 0 {
            let info = devices.data!.pointee
            if UInt32(info.type) == XCB_INPUT_DEVICE_TYPE_SLAVE_KEYBOARD.rawValue,
                info.enabled != 0, nodeOf(info.deviceid) == node
            {
                return info.deviceid
            }
            xcb_input_xi_device_info_next(&devices)
        }
        return nil
    }

    /// The property that the drivers libinput and evdev give their devices.
    private func nodeOf(_ device: UInt16) -> String? {
        let property = "Device Node"
        let atom = xcb_intern_atom_reply(
            connection, xcb_intern_atom(connection, 1, UInt16(property.utf8.count), property), nil)
        defer { free(atom) }
        guard let atom, atom.pointee.atom != 0 else { return nil }
        let reply = xcb_input_xi_get_property_reply(
            connection,
            xcb_input_xi_get_property(connection, device, 0, atom.pointee.atom, 0, 0, 64), nil)
        defer { free(reply) }
        guard let reply, reply.pointee.format == 8,
            let bytes = xcb_input_xi_get_property_items(reply)
        else { return nil }
        let value = UnsafeRawBufferPointer(start: bytes, count: Int(reply.pointee.num_items))
        return String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
    }

    // MARK: Layout

    func activeLayout(lights: KeyboardLocks) throws -> ActiveLayout {
        try checkConnection()
        drain()
        let core = xkb_x11_get_core_keyboard_device_id(connection)
        let context = try XkbContext()
        // Before ours is there, the others' keymap is the best guess at what it will have.
        guard
            let handle = xkb_x11_keymap_new_from_device(
                context.handle, connection, device.map(Int32.init) ?? core,
                XKB_KEYMAP_COMPILE_NO_FLAGS)
        else {
            try checkConnection()
            throw Problem(
                "cannot read the layout of the virtual keyboard", why: "\(name) dropped it")
        }
        let keymap = Keymap(adopting: handle)
        guard let state = xkb_x11_state_new_from_device(handle, connection, core) else {
            throw Problem("cannot read the state of the keyboard", why: "\(name) does not tell")
        }
        defer { xkb_state_unref(state) }
        var locks: KeyboardLocks = []
        let locked = xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED)
        for (lock, name) in [(KeyboardLocks.caps, "Lock"), (.num, "Mod2")] {
            let index = xkb_keymap_mod_get_index(handle, name)
            if index < 32, locked & (1 << index) != 0 { locks.insert(lock) }
        }
        return ActiveLayout(
            keymap: keymap,
            group: Int(xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE)),
            locks: locks, compose: compose)
    }

    // MARK: Flow

    /// The server handles input before requests, so its answer tells that it has read the keys.
    func catchUp() async throws {
        let cookie = xcb_get_input_focus(connection)
        xcb_flush(connection)
        var reply: UnsafeMutableRawPointer?
        var error: UnsafeMutablePointer<xcb_generic_error_t>?
        while xcb_poll_for_reply(connection, cookie.sequence, &reply, &error) == 0 {
            try checkConnection()
            guard try await EventLoop.shared.ready(descriptor, within: .seconds(10)) else {
                throw Problem("typing stopped", why: "\(name) has not answered for 10 s")
            }
            drain()
        }
        free(reply)
        free(error)
        try checkConnection()
    }

    private var descriptor: FileDescriptor {
        FileDescriptor(rawValue: xcb_get_file_descriptor(connection))
    }

    private var root: xcb_window_t {
        xcb_setup_roots_iterator(xcb_get_setup(connection)).data.pointee.root
    }

    /// Drops the events that have come; answers whether there were any.
    @discardableResult private func drain() -> Bool {
        var hasDrained = false
        while let event = xcb_poll_for_event(connection) {
            free(event)
            hasDrained = true
        }
        return hasDrained
    }

    private func checkConnection() throws(Problem) {
        if xcb_connection_has_error(connection) != 0 {
            throw Problem("cannot type", why: "\(name) is gone")
        }
    }
}
