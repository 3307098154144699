import CEvdev
import DesktopParts
import Glibc
import KeyboardDevices
import LinuxRuntime
import MonotonicTime
import Problems
import SystemPackage

/// The modifiers that the user holds on real keyboards, if those can be read (as for the hotkey). A
/// held Super turns letters into commands, and no other keyboard can release it: so wait.
@EventLoopActor
final class HeldModifiers {
    fileprivate nonisolated static let keys: [(code: Int32, name: String)] = [
        (KEY_LEFTSHIFT, "Shift"), (KEY_RIGHTSHIFT, "Shift"), (KEY_LEFTCTRL, "Ctrl"),
        (KEY_RIGHTCTRL, "Ctrl"), (KEY_LEFTALT, "Alt"), (KEY_RIGHTALT, "AltGr"),
        (KEY_LEFTMETA, "Super"), (KEY_RIGHTMETA, "Super"),
    ]

    /// How long the user gets to release them.
    let timeout: Duration

    /// By their paths in sysfs, which no later device gets. Kept open, since closing an event
    /// device costs the kernel a grace period, some 10 ms each.
    private var keyboards: [String: ReadableKeyboard] = [:]

    init(timeout: Duration) {
        self.timeout = timeout
    }

    /// Suspends until no modifier is held.
    ///
    /// - Parameter receiver: asked as well, since it may read more keyboards.
    /// - Throws: a problem that names the key after `timeout`; `CancellationError`.
    func waitUntilUp(in receiver: any KeyboardReceiver) async throws {
        findKeyboards()
        let deadline = MonotonicClock.nanoseconds + timeout.nanoseconds
        while true {
            var holder: (name: String, file: FileDescriptor)?
            for keyboard in keyboards.values {
                if let name = keyboard.heldKey { holder = (name, keyboard.file) }
            }
            let other = holder == nil ? try await receiver.heldModifier() : nil
            guard let name = holder?.name ?? other else { return }
            let left = deadline - MonotonicClock.nanoseconds
            if left <= 0 { throw Self.problem(name) }
            if let holder {
                _ = try await EventLoop.shared.ready(holder.file, within: .nanoseconds(left))
            } else {
                try await EventLoop.shared.sleep(for: .milliseconds(20))
            }
        }
    }

    private static func problem(_ key: String) -> Problem {
        Problem(
            "cannot type while \(key) is held", why: "it would turn text into commands",
            remedy: "Let go of it.")
    }

    /// Opens new keyboards and closes those that are gone.
    private func findKeyboards() {
        guard let udev = udev_new() else { return }
        defer { udev_unref(udev) }
        guard let search = udev_enumerate_new(udev) else { return }
        defer { udev_enumerate_unref(search) }
        udev_enumerate_add_match_subsystem(search, "input")
        udev_enumerate_add_match_property(search, "ID_INPUT_KEYBOARD", "1")
        udev_enumerate_add_match_sysname(search, "event*")
        udev_enumerate_scan_devices(search)
        var found: [String: ReadableKeyboard] = [:]
        var entry = udev_enumerate_get_list_entry(search)
        while let current = entry {
            defer { entry = udev_list_entry_get_next(current) }
            guard let path = udev_list_entry_get_name(current).map({ String(cString: $0) }),
                let device = udev_device_new_from_syspath(udev, path)
            else { continue }
            defer { udev_device_unref(device) }
            guard let node = udev_device_get_devnode(device) else { continue }
            found[path] = keyboards[path] ?? ReadableKeyboard(String(cString: node))
        }
        keyboards = found
    }

    /// A keyboard that can be read and isn't utter's own. The kernel delivers its modifiers only.
    private final class ReadableKeyboard {
        private let descriptor: OwnedDescriptor
        /// struct libevdev*.
        private let device: OpaquePointer

        init?(_ node: String) {
            guard
                let file = try? FileDescriptor.open(
                    FilePath(node), .readOnly, options: [.nonBlocking, .closeOnExec])
            else { return nil }
            descriptor = OwnedDescriptor(adopting: file.rawValue)
            var mask = EventMask()
            mask.pass(EV_KEY, HeldModifiers.keys.map { UInt16($0.code) })
            mask.set(on: file.rawValue)
            var device: OpaquePointer?
            guard libevdev_new_from_fd(file.rawValue, &device) == 0, let device else { return nil }
            self.device = device
            let isOurs = VirtualKeyboardIdentity.matches(
                bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(device)),
                vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(device)),
                product: UInt16(truncatingIfNeeded: libevdev_get_id_product(device)))
            if isOurs { return nil }
        }

        deinit { libevdev_free(device) }

        var file: FileDescriptor { descriptor.descriptor }

        /// A modifier that is pressed now.
        var heldKey: String? {
            var event = input_event()
            let normal = UInt32(LIBEVDEV_READ_FLAG_NORMAL.rawValue)
            let sync = UInt32(LIBEVDEV_READ_FLAG_SYNC.rawValue)
            // Reading updates libevdev's state, also after an overflow.
            var flag = normal
            while true {
                let result = libevdev_next_event(device, flag, &event)
                if result == LIBEVDEV_READ_STATUS_SYNC.rawValue {
                    flag = sync
                } else if result == -EAGAIN, flag == sync {
                    flag = normal
                } else if result < 0 {
                    break
                }
            }
            return HeldModifiers.keys.first {
                libevdev_get_event_value(device, UInt32(EV_KEY), UInt32($0.code)) != 0
            }?.name
        }
    }
}
