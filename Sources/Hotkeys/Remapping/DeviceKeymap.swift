import CEvdev
import Glibc
public import KeyboardDevices
public import LinuxRuntime

/// The kernel's mapping of a device's keys.
public enum DeviceKeymap {
    /// The code (linux/input-event-codes.h) that a key has now, by its scan code.
    ///
    /// - Throws: EACCES without the right to read the device; EINVAL if its driver lets nobody
    ///   change what its keys mean, as with keyboards that programs make.
    public static func keyCode(
        of scanCode: UInt32, on device: EvdevDevice
    ) throws(SystemError) -> UInt16 {
        let descriptor = OwnedDescriptor(
            adopting: try check(
                open(device.node, O_RDONLY | O_NONBLOCK | O_CLOEXEC), "open \(device.node)"))
        var code: UInt32 = 0
        try check(
            utter_evdev_get_keycode(descriptor.rawValue, scanCode, &code), "EVIOCGKEYCODE_V2")
        return UInt16(truncatingIfNeeded: code)
    }
}
