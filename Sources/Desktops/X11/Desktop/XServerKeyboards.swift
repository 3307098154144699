import CXcb
import DesktopParts
import Glibc
import KeyStrokes
import LinuxRuntime
import MonotonicTime
import Problems
import SystemPackage
import X11Connection

/// The keyboards of an X server with real input devices, on the X thread. The server has a keymap
/// for each device, and uses ours for our keys; group and locks belong to the master keyboard.
@X11Actor
final class XServerKeyboards {
    private nonisolated let display: String
    /// For messages.
    nonisolated var name: String { "the X server \(display)" }
    /// xcb_connection_t*; nil before `connect`.
    private var link: OpaquePointer?
    /// Our keyboard's number in the server.
    private var device: UInt16?
    /// The number of keys released on our keyboard that the server has not reported yet.
    private var unread = 0
    /// The window that had the focus at the beginning of typing.
    private var focus: xcb_window_t?

    /// - Parameter display: as in $DISPLAY (X(7)).
    nonisolated init(display: String) {
        self.display = display
    }

    isolated deinit {
        guard let link else { return }
        xcb_disconnect(link)
    }

    func connect() async throws {
        guard try await DisplayName(display).answers(within: .seconds(5)) else {
            XServerWatch.giveUp(display)
            throw Problem.silence(of: display)
        }
        XServerWatch.attend(display)
        let connection = xcb_connect(display, nil)!
        guard xcb_connection_has_error(connection) == 0 else {
            xcb_disconnect(connection)
            throw Problem(
                "cannot connect to the X server \(display)", why: "it does not answer",
                remedy: "Check DISPLAY and XAUTHORITY.")
        }
        link = connection
        let flags = XKB_X11_SETUP_XKB_EXTENSION_NO_FLAGS
        let hasXKB =
            xkb_x11_setup_xkb_extension(
                connection, 1, 0, flags, nil, nil, nil, nil) == 1
        let version = xcb_input_xi_query_version_reply(
            connection, xcb_input_xi_query_version(connection, 2, 0), nil)
        defer { free(version) }
        guard hasXKB, version != nil else {
            throw Problem("cannot ask \(name) for its keyboards", why: "it lacks XKB or XInput 2")
        }
    }

    /// Only used once connected.
    private var connection: OpaquePointer {
        XServerWatch.attend(display)
        return link!
    }

    // MARK: Opening

    /// For all devices, number 0: hierarchy changes, which report every new device.
    func beginWatching() {
        select(XCB_INPUT_XI_EVENT_MASK_HIERARCHY, of: 0)
    }

    private func select(_ events: xcb_input_xi_event_mask_t, of device: UInt16) {
        struct Selection {
            var header: xcb_input_event_mask_t
            var mask: UInt32
        }
        var selection = Selection(
            header: xcb_input_event_mask_t(deviceid: device, mask_len: 1), mask: events.rawValue)
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
            device = XInputDevices.keyboard(at: node, connection)
            if let device {
                // Raw events show that the server has read a key (XI2proto.txt, "RawEvent"),
                // whichever window gets it.
                return select(XCB_INPUT_XI_EVENT_MASK_RAW_KEY_RELEASE, of: device)
            }
            try checkConnection()
            // Events that came with replies are in xcb's queue, not in the socket.
            if drain() { continue }
            let left = deadline - MonotonicClock.nanoseconds
            guard left > 0,
                try await X11Actor.loop.ready(descriptor, within: .nanoseconds(left))
            else {
                throw Problem(
                    "the virtual keyboard \(node) is not ready",
                    why: "\(name) has not opened it within \(limit)",
                    remedy: "A server without input devices (Xvfb, Xwayland, VNC) opens none: "
                        + "use the sink xtest there.")
            }
        }
    }

    // MARK: Layout

    /// A keymap on its way to another thread.
    struct Layout: @unchecked Sendable {
        // @unchecked: the keymap is made for the caller, and is referenced nowhere else.
        let keymap: Keymap
        let group: Int
        let locks: KeyboardLocks
    }

    func activeLayout() throws -> Layout {
        try checkConnection()
        drain()
        let core = xkb_x11_get_core_keyboard_device_id(connection)
        let context = try XkbContext()
        // Before ours exists, the keymap of the other keyboards is the best guess for it.
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
            throw Problem(
                "cannot read the state of the keyboard", why: "\(name) does not report it")
        }
        defer { xkb_state_unref(state) }
        var locks: KeyboardLocks = []
        let locked = xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED)
        for (lock, name) in [(KeyboardLocks.caps, "Lock"), (.num, "Mod2")] {
            let index = xkb_keymap_mod_get_index(handle, name)
            if index < 32, locked & (1 << index) != 0 { locks.insert(lock) }
        }
        return Layout(
            keymap: keymap,
            group: Int(xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE)),
            locks: locks)
    }

    /// The server merges the modifiers of all keyboards, also those that this process can't read.
    func heldModifier() async throws -> String? {
        let reply = try await self.reply(to: xcb_query_pointer(connection, root).sequence)
        defer { free(reply) }
        guard let state = reply?.assumingMemoryBound(to: xcb_query_pointer_reply_t.self)
        else { return nil }
        // xkeyboard-config has Alt, Super and AltGr on these modifiers in every layout.
        let modifiers = [
            (XCB_MOD_MASK_SHIFT, "Shift"), (XCB_MOD_MASK_CONTROL, "Ctrl"),
            (XCB_MOD_MASK_1, "Alt"), (XCB_MOD_MASK_4, "Super"), (XCB_MOD_MASK_5, "AltGr"),
        ]
        return modifiers.first { UInt32(state.pointee.mask) & $0.0.rawValue != 0 }?.1
    }

    // MARK: Flow

    /// Keys of an aborted text may still be reported, and make the count too low by at most one
    /// burst: four bursts fit into the queue.
    func beginTyping() async throws {
        unread = 0
        focus = try await focusedWindow()
    }

    /// Counts the keys that the server reports. A reply from its main thread would prove nothing:
    /// another thread reads the keyboards.
    func catchUp(after releases: Int) async throws {
        unread += releases
        while unread > 0 {
            try checkConnection()
            if drain() { continue }
            try await waitForServer()
        }
        if try await focusedWindow() != focus { throw FocusLoss.problem }
    }

    private func focusedWindow() async throws -> xcb_window_t? {
        let reply = try await self.reply(to: xcb_get_input_focus(connection).sequence)
        defer { free(reply) }
        return reply?.assumingMemoryBound(to: xcb_get_input_focus_reply_t.self).pointee.focus
    }

    /// Suspends until the reply to a request; nil if the server refuses it.
    private func reply(to sequence: UInt32) async throws -> UnsafeMutableRawPointer? {
        xcb_flush(connection)
        XServerWatch.expect(descriptor.rawValue, display)
        defer { XServerWatch.noteAnswer(descriptor.rawValue) }
        var reply: UnsafeMutableRawPointer?
        var error: UnsafeMutablePointer<xcb_generic_error_t>?
        while xcb_poll_for_reply(connection, sequence, &reply, &error) == 0 {
            try checkConnection()
            try await waitForServer()
            drain()
        }
        free(error)
        if reply == nil { try checkConnection() }
        return reply
    }

    private func waitForServer() async throws {
        guard try await X11Actor.loop.ready(descriptor, within: .seconds(10)) else {
            throw Problem(
                "typing stopped", why: "\(name) has read no key for 10 s",
                remedy: "Is another console in front of it?")
        }
    }

    func isGone() -> Bool { xcb_connection_has_error(connection) != 0 }

    private var descriptor: FileDescriptor {
        FileDescriptor(rawValue: xcb_get_file_descriptor(connection))
    }

    private var root: xcb_window_t {
        xcb_setup_roots_iterator(xcb_get_setup(connection)).data.pointee.root
    }

    /// Handles pending events; returns whether there were any. Only keys are counted: after any
    /// event the caller looks for a new device.
    @discardableResult private func drain() -> Bool {
        var hasDrained = false
        while let event = xcb_poll_for_event(connection) {
            if event.pointee.response_type & 0x7F == UInt8(XCB_GE_GENERIC) {
                event.withMemoryRebound(to: xcb_ge_generic_event_t.self, capacity: 1) {
                    if $0.pointee.event_type == UInt16(XCB_INPUT_RAW_KEY_RELEASE) { unread -= 1 }
                }
            }
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
