import CEvdev

/// An input device (/dev/input/event*) as sysfs and udev describe it, without opening it: so
/// it is known what a device is even where it may not be read.
public struct EvdevDevice: Hashable, Sendable {
    /// What the device calls itself: `AT Translated Set 2 keyboard`. Not unique.
    public let name: String
    /// `/dev/input/event3`. The number is another device's after an unplug.
    public let node: String
    /// Its place in sysfs, which no later device gets: the kernel counts inputs up.
    package let path: String
    /// Whether it has the keys to write with.
    public let isKeyboard: Bool
    /// Whether it has any keys: media keys, a power button. Those of a mouse don't count.
    private let hasKeys: Bool
    /// Whether a program types with it: utter's own, or another's that is known.
    let isInjector: Bool
    /// The seat that it belongs to, by udev's property `ID_SEAT`.
    package let seat: String
    private let keys: KeyBits

    /// From a udev_device, or nil if it is no event device.
    init?(_ device: OpaquePointer) {
        guard let node = udev_device_get_devnode(device).map({ String(cString: $0) }),
            node.hasPrefix("/dev/input/event"),
            let path = udev_device_get_syspath(device),
            let parent = udev_device_get_parent_with_subsystem_devtype(device, "input", nil)
        else { return nil }
        func attribute(_ name: String) -> String {
            udev_device_get_sysattr_value(parent, name).map { String(cString: $0) } ?? ""
        }
        func number(_ name: String) -> UInt16 { UInt16(attribute(name), radix: 16) ?? 0 }
        func isTagged(_ property: String) -> Bool {
            udev_device_get_property_value(device, property).map { String(cString: $0) } == "1"
        }

        let keys = KeyBits(sysfs: attribute("capabilities/key"))
        self.node = node
        self.path = String(cString: path)
        self.name = attribute("name")
        self.keys = keys
        seat = udev_device_get_property_value(device, "ID_SEAT").map { String(cString: $0) }
            ?? "seat0"
        isInjector = Injectors.contains(
            bus: number("id/bustype"), vendor: number("id/vendor"),
            product: number("id/product"), name: name, path: self.path)
        if udev_device_get_is_initialized(device) > 0 {
            isKeyboard = isTagged("ID_INPUT_KEYBOARD")
            hasKeys = isKeyboard || isTagged("ID_INPUT_KEY")
        } else {
            // No udevd has seen it: a container, or a system without one.
            isKeyboard = keys.areAKeyboards
            hasKeys = keys.areAnyKeys
        }
    }

    /// Whether a person can press one of these keys or buttons here. Keys that a device which
    /// udev knows as no keyboard claims to have are not counted; buttons are, for they are on
    /// mice and headsets.
    package func canSend(anyOf wanted: Set<UInt16>) -> Bool {
        !isInjector && wanted.contains { key in
            keys.contains(key) && (hasKeys || KeyBits.isButton(key))
        }
    }

    /// Whether something is pressed here that makes another chord of a held modifier.
    package var canSpoil: Bool {
        !isInjector && (hasKeys || keys.contains(UInt16(BTN_LEFT)))
    }
}

/// The key codes that a device can send.
struct KeyBits: Hashable, Sendable {
    /// A long's bits of codes each, the lowest first.
    private let words: [UInt]

    /// From sysfs' `capabilities/key`: the kernel's longs in hexadecimal, the highest first.
    init(sysfs text: String) {
        words = text.split(separator: " ").reversed().map { UInt($0, radix: 16) ?? 0 }
    }

    func contains(_ code: UInt16) -> Bool {
        let (word, bit) = Int(code).quotientAndRemainder(dividingBy: UInt.bitWidth)
        return word < words.count && words[word] >> bit & 1 == 1
    }

    /// ESC, the digits, and Q to S: udev's test for ID_INPUT_KEYBOARD (udev-builtin-input_id.c).
    var areAKeyboards: Bool {
        (1...31).allSatisfy(contains)
    }

    /// Whether a code is that of a button, as on a mouse or a game controller.
    static func isButton(_ code: UInt16) -> Bool {
        UInt16(BTN_MISC)..<UInt16(KEY_OK) ~= code
            || UInt16(BTN_DPAD_UP)...UInt16(BTN_DPAD_RIGHT) ~= code
            || UInt16(BTN_TRIGGER_HAPPY)...UInt16(BTN_TRIGGER_HAPPY40) ~= code
    }

    /// Any code that isn't a button's: udev's test for ID_INPUT_KEY.
    var areAnyKeys: Bool {
        (1..<UInt16(BTN_MISC)).contains(where: contains)
            || (UInt16(KEY_OK)..<UInt16(KEY_MAX)).contains(where: contains)
    }
}
