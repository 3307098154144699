import LinuxRuntime

/// The devices that programs type with. Their keys never press a hotkey.
///
/// They are recognised by the numbers in `struct input_id` (linux/input.h) and their path in sysfs,
/// not by a name alone. Every other device of /dev/uinput is used: a remapper (keyd, kmonad,
/// kanata, xremap) grabs the keyboard, and the user's keys come only from the remapper's device.
enum Injectors {
    private struct Injector {
        let vendor: UInt16
        let product: UInt16
        /// Given if the numbers belong to a library that other programs use too.
        var name: String?
    }

    private static let known = [
        // ydotoold's, on the virtual bus (1.x) or the USB bus (0.1.8).
        Injector(vendor: 0x2333, product: 0x6666),
        // The numbers belong to the Go library bendahl/uinput.
        Injector(vendor: 0x4711, product: 0x0815, name: "dotool keyboard"),
    ]

    static func contains(_ model: InputModel, name: String, path: String) -> Bool {
        if VirtualKeyboardIdentity.matches(
            bus: model.bus, vendor: model.vendor, product: model.product)
        {
            return true
        }
        // The kernel's place for devices without hardware. A real device with these numbers has
        // another path.
        guard path.hasPrefix("/sys/devices/virtual/input/") else { return false }
        return known.contains {
            $0.vendor == model.vendor && $0.product == model.product && ($0.name ?? name) == name
        }
    }
}
