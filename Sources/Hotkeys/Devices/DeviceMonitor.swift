import CEvdev
import Glibc
package import LinuxRuntime
import SystemPackage

/// Reports input devices that appear, change and disappear.
package final class DeviceMonitor {
    package enum Change {
        /// Plugged in, or its description or permissions changed.
        case present(EvdevDevice)
        /// Unplugged. The path is that in sysfs, see ``EvdevDevice/path``.
        case absent(path: String)
        /// The kernel dropped events: scan all devices again.
        case unknown
    }

    private let udev: OpaquePointer
    private let monitor: OpaquePointer
    private var source: EventSource?

    /// Whether udevd runs, tested in the same way as by libudev.
    package static var isUdevRunning: Bool { access("/run/udev/control", F_OK) == 0 }

    /// Begins to watch: no device that appears after this call is missed.
    package init(_ handle: @escaping (Change) -> Void) throws(SystemError) {
        guard let udev = udev_new() else { throw SystemError.last("udev_new") }
        // udevd reports a device once its permissions are set, so its events are used where it
        // runs; where it doesn't, there would be none.
        guard
            let monitor = udev_monitor_new_from_netlink(
                udev, Self.isUdevRunning ? "udev" : "kernel")
        else {
            defer { udev_unref(udev) }
            throw SystemError.last("udev_monitor_new_from_netlink")
        }
        self.udev = udev
        self.monitor = monitor
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
        let result = udev_monitor_enable_receiving(monitor)
        if result < 0 {
            throw SystemError("udev_monitor_enable_receiving", Errno(rawValue: -result))
        }
        let descriptor = FileDescriptor(rawValue: udev_monitor_get_fd(monitor))
        source = try EventLoop.shared.watch(descriptor) { [unowned self] _ in
            receive(handle)
        }
    }

    deinit {
        source = nil
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    private func receive(_ handle: (Change) -> Void) {
        while let device = udev_monitor_receive_device(monitor) {
            defer { udev_device_unref(device) }
            let action = udev_device_get_action(device).map { String(cString: $0) }
            if action == "remove" {
                if let path = udev_device_get_syspath(device) {
                    handle(.absent(path: String(cString: path)))
                }
            } else if let device = EvdevDevice(device) {
                handle(.present(device))
            }
        }
        if SystemError.last("recvmsg").errno == .noBufferSpace { handle(.unknown) }
    }
}
