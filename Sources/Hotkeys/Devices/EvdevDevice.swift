import CEvdev

/// An input device (/dev/input/event*) as described by sysfs and udev, without opening it: so
/// devices are known even if they can't be read.
public struct EvdevDevice: Hashable, Sendable {
    /// The name that the device gives: `AT Translated Set 2 keyboard`. Not unique.
    public let name: String
    /// `/dev/input/event3`. After an unplug another device may get the number.
    public let node: String
    /// The path in sysfs, which no later device gets: the kernel counts inputs up.
    package let path: String
    /// The model of the device, whichever port it is in.
    let model: InputModel
    /// Whether it has the keys to write with.
    let isKeyboard: Bool
    /// Whether it has any keys: media keys, a power button. Mouse buttons don't count.
    private let hasKeys: Bool
    /// Whether a program types with it: utter's own device, or a known one of another program.
    let isInjector: Bool
    /// The seat of the device, by udev's property `ID_SEAT`.
    package let seat: String
    private let keys: KeyBits

    /// From a udev_device; nil if it is no event device.
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
        seat =
            udev_device_get_property_value(device, "ID_SEAT").map { String(cString: $0) }
            ?? "seat0"
        model = InputModel(
            bus: number("id/bustype"), vendor: number("id/vendor"), product: number("id/product"))
        isInjector = Injectors.contains(model, name: name, path: self.path)
        if udev_device_get_is_initialized(device) > 0 {
            isKeyboard = isTagged("ID_INPUT_KEYBOARD")
            hasKeys = isKeyboard || isTagged("ID_INPUT_KEY")
        } else {
            // udevd hasn't seen it: in a container, or on a system without udevd.
            isKeyboard = keys.areAKeyboards
            hasKeys = keys.areAnyKeys
        }
    }

    /// Whether a user can press one of these keys or buttons on it. Keys of a device that udev
    /// doesn't call a keyboard are not counted, whatever it claims; buttons are, since mice and
    /// headsets have them.
    package func canSend(anyOf wanted: Set<UInt16>) -> Bool {
        !isInjector
            && wanted.contains { key in
                keys.contains(key) && (hasKeys || KeyBits.isButton(key))
            }
    }

    /// Whether it has keys or buttons that make another chord of a held modifier.
    package var canSpoil: Bool {
        !isInjector && (hasKeys || keys.contains(UInt16(BTN_LEFT)))
    }
}

/// The numbers that all devices of a model have in common (`struct input_id`, linux/input.h).
struct InputModel: Hashable, Sendable {
    /// BUS_USB (3), BUS_BLUETOOTH (5), …
    let bus: UInt16
    let vendor: UInt16
    let product: UInt16
}

/// The key codes that a device can send.
struct KeyBits: Hashable, Sendable {
    /// The bits of the codes in words of a C long, the lowest first.
    private let words: [UInt]

    /// From `capabilities/key` in sysfs: the kernel's longs in hexadecimal, the highest first.
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

    /// Whether a code is a button's, as on a mouse or a game controller.
    static func isButton(_ code: UInt16) -> Bool {
        UInt16(BTN_MISC)..<UInt16(KEY_OK) ~= code
            || UInt16(BTN_DPAD_UP)...UInt16(BTN_DPAD_RIGHT) ~= code
            || UInt16(BTN_TRIGGER_HAPPY)...UInt16(BTN_TRIGGER_HAPPY40) ~= code
    }

    /// Whether there is any code but buttons: udev's test for ID_INPUT_KEY.
    var areAnyKeys: Bool {
        (1..<UInt16(BTN_MISC)).contains(where: contains)
            || (UInt16(KEY_OK)..<UInt16(KEY_MAX)).contains(where: contains)
    }
}
