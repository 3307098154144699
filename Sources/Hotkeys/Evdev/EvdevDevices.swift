import CEvdev
package import LinuxRuntime
import SystemPackage

/// The input devices that there are.
public enum EvdevDevices {
    /// Keyboards in the order of their nodes, those that programs type with left out.
    public static func list() -> [EvdevDevice] {
        all().filter { $0.isKeyboard && !$0.isInjector }
    }

    /// All event devices in the order of their numbers; none if they can't be listed.
    package static func all() -> [EvdevDevice] { (try? scan()) ?? [] }

    /// All event devices in the order of their numbers. Throws if they can't be listed: without
    /// a descriptor that is free, say.
    package static func scan() throws(SystemError) -> [EvdevDevice] {
        guard let udev = udev_new() else { throw SystemError.last("udev_new") }
        defer { udev_unref(udev) }
        guard let enumeration = udev_enumerate_new(udev) else {
            throw SystemError.last("udev_enumerate_new")
        }
        defer { udev_enumerate_unref(enumeration) }
        udev_enumerate_add_match_subsystem(enumeration, "input")
        udev_enumerate_add_match_sysname(enumeration, "event*")
        let result = udev_enumerate_scan_devices(enumeration)
        if result < 0 {
            throw SystemError("udev_enumerate_scan_devices", Errno(rawValue: -result))
        }

        let isUdevRunning = DeviceMonitor.isUdevRunning
        var devices: [EvdevDevice] = []
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            guard let path = udev_list_entry_get_name(current) else { continue }
            guard let device = udev_device_new_from_syspath(udev, path) else {
                let error = SystemError.last("udev_device_new_from_syspath")
                if error.errno == .tooManyOpenFiles { throw error }
                // It was unplugged since the scan.
                continue
            }
            defer { udev_device_unref(device) }
            // Until udevd is done with a device its permissions are not set; it tells when.
            if isUdevRunning, udev_device_get_is_initialized(device) <= 0 { continue }
            if let device = EvdevDevice(device) { devices.append(device) }
        }
        // By length first: event10 comes after event9.
        return devices.sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
    }
}
