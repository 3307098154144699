import CEvdev

/// The input devices that there are.
public enum EvdevDevices {
    /// Keyboards in the order of their nodes, those that programs type with left out.
    public static func list() -> [EvdevDevice] {
        all().filter { $0.isKeyboard && !$0.isInjector }
    }

    /// All event devices in the order of their numbers.
    package static func all() -> [EvdevDevice] {
        guard let udev = udev_new() else { return [] }
        defer { udev_unref(udev) }
        guard let enumeration = udev_enumerate_new(udev) else { return [] }
        defer { udev_enumerate_unref(enumeration) }
        udev_enumerate_add_match_subsystem(enumeration, "input")
        udev_enumerate_add_match_sysname(enumeration, "event*")
        udev_enumerate_scan_devices(enumeration)

        let isUdevRunning = DeviceMonitor.isUdevRunning
        var devices: [EvdevDevice] = []
        var entry = udev_enumerate_get_list_entry(enumeration)
        while let current = entry {
            entry = udev_list_entry_get_next(current)
            // It may have been unplugged since the scan.
            guard let path = udev_list_entry_get_name(current),
                let device = udev_device_new_from_syspath(udev, path)
            else { continue }
            defer { udev_device_unref(device) }
            // Until udevd is done with a device its permissions are not set; it tells when.
            if isUdevRunning, udev_device_get_is_initialized(device) <= 0 { continue }
            if let device = EvdevDevice(device) { devices.append(device) }
        }
        // By length first: event10 comes after event9.
        return devices.sorted { ($0.node.utf8.count, $0.node) < ($1.node.utf8.count, $1.node) }
    }
}
