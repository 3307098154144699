import CEvdev
import Glibc
import LinuxRuntime
import MonotonicTime
import Problems
import SystemPackage

/// Waits until udev has announced a new keyboard to the session: only then do display servers open
/// it. Made before the device, so that the announcement isn't missed.
final class UdevAnnouncement {
    private let udev: OpaquePointer
    private let monitor: OpaquePointer

    /// Nil if udevd doesn't run: there would be no announcement (libudev tests the same file).
    init?() {
        guard access("/run/udev/control", F_OK) == 0, let udev = udev_new() else { return nil }
        guard let monitor = udev_monitor_new_from_netlink(udev, "udev") else {
            udev_unref(udev)
            return nil
        }
        self.udev = udev
        self.monitor = monitor
        udev_monitor_filter_add_match_subsystem_devtype(monitor, "input", nil)
        if udev_monitor_enable_receiving(monitor) < 0 { return nil }
    }

    deinit {
        udev_monitor_unref(monitor)
        udev_unref(udev)
    }

    /// - Parameter node: `/dev/input/event5`.
    /// - Throws: a problem if it isn't announced in time, or is not announced as a keyboard;
    ///   `CancellationError`.
    func wait(for node: String, within limit: Duration) async throws {
        let descriptor = FileDescriptor(rawValue: udev_monitor_get_fd(monitor))
        let deadline = MonotonicClock.nanoseconds + limit.nanoseconds
        while true {
            while let device = udev_monitor_receive_device(monitor) {
                defer { udev_device_unref(device) }
                guard udev_device_get_devnode(device).map({ String(cString: $0) }) == node,
                    udev_device_get_action(device).map({ String(cString: $0) }) == "add"
                else { continue }
                if udev_device_get_property_value(device, "ID_INPUT_KEYBOARD") != nil { return }
                throw Problem(
                    "the virtual keyboard \(node) is unusable",
                    why: "udev does not take it for a keyboard",
                    remedy: "Look for rules of your own in /etc/udev that name ID_INPUT.")
            }
            let left = deadline - MonotonicClock.nanoseconds
            guard left > 0,
                try await EventLoop.shared.ready(descriptor, within: .nanoseconds(left))
            else {
                throw Problem(
                    "the virtual keyboard \(node) is not ready",
                    why: "udev has not announced it within \(limit)")
            }
        }
    }
}
