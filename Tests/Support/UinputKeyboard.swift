internal import CEvdev
internal import Glibc
public import LinuxRuntime
internal import SystemPackage

/// A keyboard made through /dev/uinput. It is plugged in as long as the object lives. Keys are
/// given by their names in linux/input-event-codes.h.
public final class UinputKeyboard {
    /// `/dev/input/event5`.
    public let node: String
    /// struct libevdev_uinput*; nil once unplugged.
    private var device: OpaquePointer?

    /// The keys for text, by which udev recognises a keyboard, and some that serve as hotkeys.
    public static let usualKeys = (1...127).compactMap { code in
        libevdev_event_code_get_name(UInt32(EV_KEY), UInt32(code)).map { String(cString: $0) }
    }

    /// Plugs in a keyboard with the given keys on the virtual bus, optionally with a wheel. By
    /// default `vendor` and `product` belong to no known device. If udevd runs, this returns when
    /// it has set the keyboard's properties and permissions, and forgotten the previous device of
    /// the node: a user doesn't press a key sooner either.
    public init(
        _ name: String, keys: [String] = usualKeys,
        wheel: Bool = false, vendor: UInt16 = 0x7E57, product: UInt16 = 1
    ) throws(SystemError) {
        let description = libevdev_new()
        defer { libevdev_free(description) }
        libevdev_set_name(description, name)
        libevdev_set_id_bustype(description, Int32(VirtualKeyboardIdentity.bus))
        libevdev_set_id_vendor(description, Int32(vendor))
        libevdev_set_id_product(description, Int32(product))
        for key in keys {
            libevdev_enable_event_code(description, UInt32(EV_KEY), Self.code(key), nil)
        }
        if wheel {
            libevdev_enable_event_code(description, UInt32(EV_REL), UInt32(REL_WHEEL), nil)
        }
        let managed = Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue)
        let result = libevdev_uinput_create_from_device(description, managed, &device)
        if result < 0 { throw SystemError("create /dev/uinput", Errno(rawValue: -result)) }
        node = String(cString: libevdev_uinput_get_devnode(device))
        if access("/run/udev/control", F_OK) == 0 { runToEnd("udevadm", "settle") }
    }

    public func press(_ key: String) { write(key, 1) }

    public func release(_ key: String) { write(key, 0) }

    /// Sends the kernel's autorepeat of a held key.
    public func `repeat`(_ key: String) { write(key, 2) }

    public func tap(_ key: String) {
        press(key)
        release(key)
    }

    /// Turns the wheel up by a notch.
    public func turnWheel() { write(UInt32(EV_REL), UInt32(REL_WHEEL), 1) }

    /// Unplugs the keyboard, even with keys held.
    public func unplug() {
        libevdev_uinput_destroy(device)
        device = nil
    }

    deinit { unplug() }

    private func write(_ key: String, _ value: Int32) {
        write(UInt32(EV_KEY), Self.code(key), value)
    }

    private func write(_ type: UInt32, _ code: UInt32, _ value: Int32) {
        libevdev_uinput_write_event(device, type, code, value)
        libevdev_uinput_write_event(device, UInt32(EV_SYN), UInt32(SYN_REPORT), 0)
    }

    private static func code(_ key: String) -> UInt32 {
        let code = libevdev_event_code_from_name(UInt32(EV_KEY), key)
        precondition(code >= 0, "no key is named \(key)")
        return UInt32(code)
    }
}
