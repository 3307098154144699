import CEvdev
package import LinuxRuntime
import SystemPackage

/// The connected input devices.
public enum EvdevDevices {
    /// Keyboards in the order of their nodes, without those that programs type with.
    public static func list() -> [EvdevDevice] {
        all().filter { $0.isKeyboard && !$0.isInjector }
    }

    /// All event devices in the order of their numbers; none if they can't be listed.
    package static func all() -> [EvdevDevice] { (try? scan()) ?? [] }

    /// All event devices in the order of their numbers. Throws if they can't be listed, for example
    /// when no descriptor is free.
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
                // Unplugged since the scan.
                continue
            }
            defer { udev_device_unref(device) }
            // Permissions are not set before udevd is done with a device; the monitor reports it
            // then.
            if isUdevRunning, udev_device_get_is_initialized(device) <= 0 { continue }
            if let device = EvdevDevice(device) { devices.append(device) }
        }
        // By length first: event10 comes after event9.
        return devices.sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
    }
}
