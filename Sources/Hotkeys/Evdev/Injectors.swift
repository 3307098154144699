import LinuxRuntime

/// The devices that programs type with. What they type is nobody's press of a hotkey.
///
/// They are known by what they write in `struct input_id` (linux/input.h) and their place in
/// sysfs, not by a name alone. Every other device of /dev/uinput stays in use: a remapper (keyd,
/// kmonad, kanata, xremap) takes the keyboard for itself, and the person's keys come from the
/// remapper's device only.
enum Injectors {
    private struct Injector {
        let vendor: UInt16
        let product: UInt16
        /// Needed where the numbers are a library's, which others use too.
        var name: String?
    }

    private static let known = [
        // ydotoold's, on the virtual bus (1.x) or the USB bus (0.1.8).
        Injector(vendor: 0x2333, product: 0x6666),
        // The numbers are those of the Go library bendahl/uinput.
        Injector(vendor: 0x4711, product: 0x0815, name: "dotool keyboard"),
    ]

    static func contains(
        bus: UInt16, vendor: UInt16, product: UInt16, name: String, path: String
    ) -> Bool {
        if VirtualKeyboardIdentity.matches(bus: bus, vendor: vendor, product: product) {
            return true
        }
        // Where the kernel puts what has no hardware. A real device of these numbers is not
        // there.
        guard path.hasPrefix("/sys/devices/virtual/input/") else { return false }
        return known.contains {
            $0.vendor == vendor && $0.product == product && ($0.name ?? name) == name
        }
    }
}
