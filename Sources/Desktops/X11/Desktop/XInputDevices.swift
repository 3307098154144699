import CXcb
import Glibc

/// The devices of an X server, from XInput 2.
enum XInputDevices {
    /// The number of the keyboard with a node of the kernel (`/dev/input/event5`), once it is in
    /// use; names aren't unique.
    ///
    /// - Parameter connection: xcb_connection_t*, borrowed.
    static func keyboard(at node: String, _ connection: OpaquePointer) -> UInt16? {
        let reply = xcb_input_xi_query_device_reply(
            connection, xcb_input_xi_query_device(connection, 0), nil)
        defer { free(reply) }
        guard let reply else { return nil }
        var devices = xcb_input_xi_query_device_infos_iterator(reply)
        while devices.rem > 0 {
            let info = devices.data!.pointee
            if UInt32(info.type) == XCB_INPUT_DEVICE_TYPE_SLAVE_KEYBOARD.rawValue,
                info.enabled != 0, self.node(of: info.deviceid, connection) == node
            {
                return info.deviceid
            }
            xcb_input_xi_device_info_next(&devices)
        }
        return nil
    }

    /// The device property of the drivers libinput and evdev.
    private static func node(of device: UInt16, _ connection: OpaquePointer) -> String? {
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
}
