import CEvdev
import Glibc
import KeyStrokes
import LinuxRuntime
import Problems
import SystemPackage

/// utter's own keyboard, made through /dev/uinput. It exists as long as the object; the kernel
/// removes it, and releases its keys, however the process ends.
final class UinputDevice {
    static let file = "/dev/uinput"
    /// The name in the session's list of devices.

    /// `/dev/input/event5`.
    let node: String
    /// struct libevdev_uinput*.
    private let device: OpaquePointer
    private let descriptor: FileDescriptor
    /// The keys that are pressed now, in the order in which they were pressed.
    private var down: [UInt16] = []
    private var lights: KeyboardLocks = []
    /// Whether the kernel has refused a key: it won't accept any more.
    private(set) var isGone = false

    init() throws(Problem) {
        // Only memory can be missing here.
        let description = libevdev_new()!
        defer { libevdev_free(description) }
        libevdev_set_name(description, VirtualKeyboardIdentity.name)
        libevdev_set_id_bustype(description, Int32(VirtualKeyboardIdentity.bus))
        libevdev_set_id_vendor(description, Int32(VirtualKeyboardIdentity.vendor))
        libevdev_set_id_product(description, Int32(VirtualKeyboardIdentity.product))
        // All keys that X can distinguish, and no buttons: udev and libinput call that a keyboard.
        for key in UInt32(KEY_ESC)...UInt32(KEY_MICMUTE) {
            libevdev_enable_event_code(description, UInt32(EV_KEY), key, nil)
        }
        for light in [LED_NUML, LED_CAPSL, LED_SCROLLL] {
            libevdev_enable_event_code(description, UInt32(EV_LED), UInt32(light), nil)
        }
        Self.askForALongQueue(description)

        var device: OpaquePointer?
        let managed = Int32(LIBEVDEV_UINPUT_OPEN_MANAGED.rawValue)
        let result = libevdev_uinput_create_from_device(description, managed, &device)
        guard result == 0, let device else { throw Self.problem(Errno(rawValue: -result)) }
        self.device = device
        node = libevdev_uinput_get_devnode(device).map { String(cString: $0) } ?? ""
        descriptor = FileDescriptor(rawValue: libevdev_uinput_get_fd(device))
        _ = fcntl(descriptor.rawValue, F_SETFL, O_NONBLOCK)
    }

    deinit {
        libevdev_uinput_destroy(device)
    }

    /// Makes the queue of a reader longer. By default the kernel keeps 64 events for each reader of
    /// a keyboard, 8 to 16 characters: a compositor that is busy for longer loses keys
    /// (SYN_DROPPED). The kernel computes the length from a device's axes
    /// (input_estimate_events_per_packet in drivers/input/input.c): 32 contacts make it 1024.
    /// Without coordinates udev and libinput see no touch device.
    private static func askForALongQueue(_ description: OpaquePointer) {
        var axis = input_absinfo()
        axis.maximum = 65535
        libevdev_enable_event_code(
            description, UInt32(EV_ABS), UInt32(ABS_MT_TRACKING_ID), &axis)
    }

    /// The number of events that a reader's queue holds at least.
    static let queueLength = 1024

    /// The number of events of a stroke: each key is pressed and released, and each change ends a
    /// packet.
    static func events(of stroke: KeyStroke) -> Int { 4 * (1 + stroke.holding.count) }

    // MARK: Keys

    /// Presses keys in order; they stay pressed until `release`.
    func press(_ keys: [UInt16]) throws(Problem) {
        down += keys
        try write(keys.map { ($0, 1) })
    }

    /// Releases the key that was pressed last.
    func releaseLast() throws(Problem) {
        if let key = down.popLast() { try write([(key, 0)]) }
    }

    /// Releases all pressed keys, the last one first.
    func releaseAll() throws(Problem) {
        let keys = down.reversed()
        down = []
        try write(keys.map { ($0, 0) })
    }

    /// Writes whole strokes at once: whatever happens to this process, no key stays pressed.
    func type(_ strokes: [KeyStroke]) throws(Problem) {
        var changes: [(UInt16, Int32)] = []
        for stroke in strokes {
            changes += stroke.holding.map { ($0, 1) }
            changes += [(stroke.key, 1), (stroke.key, 0)]
            changes += stroke.holding.reversed().map { ($0, 0) }
        }
        try write(changes)
    }

    /// Each change is a separate packet (SYN_REPORT), as from a hand: libinput treats the keys of
    /// one packet as simultaneous.
    private func write(_ changes: [(key: UInt16, value: Int32)]) throws(Problem) {
        if changes.isEmpty { return }
        var events: [input_event] = []
        events.reserveCapacity(2 * changes.count)
        for change in changes {
            var event = input_event()
            event.type = UInt16(EV_KEY)
            event.code = change.key
            event.value = change.value
            events.append(event)
            events.append(input_event())  // EV_SYN, SYN_REPORT: all zero
        }
        // uinput accepts events at once, with or without readers: it neither blocks nor writes
        // partially.
        let failure = events.withUnsafeBytes { bytes in
            Glibc.write(descriptor.rawValue, bytes.baseAddress, bytes.count) == bytes.count
                ? nil : SystemError.last("write \(Self.file)")
        }
        if let failure {
            isGone = true
            throw Problem("cannot type through \(Self.file)", why: "\(failure.errno)")
        }
    }

    // MARK: Lights

    /// Caps Lock and Num Lock, from the lights that the receiver has set on this keyboard.
    func locks() -> KeyboardLocks {
        var event = input_event()
        // Changes of the lights are read from the same descriptor.
        while Glibc.read(descriptor.rawValue, &event, MemoryLayout<input_event>.size)
            == MemoryLayout<input_event>.size
        {
            guard event.type == UInt16(EV_LED) else { continue }
            let lock: KeyboardLocks
            switch Int32(event.code) {
            case LED_CAPSL: lock = .caps
            case LED_NUML: lock = .num
            default: continue
            }
            if event.value != 0 { lights.insert(lock) } else { lights.remove(lock) }
        }
        return lights
    }

    // MARK: Problems

    /// Why the device can't be made, with the remedy.
    static func problem(_ errno: Errno) -> Problem {
        let what = "cannot make a virtual keyboard through \(file)"
        switch errno {
        case .permissionDenied, .notPermitted:
            return Problem(
                what, why: "you may not write to it",
                remedy: "Install udev/70-utter.rules in /etc/udev/rules.d, run “sudo udevadm "
                    + "control --reload && sudo udevadm trigger --name-match=uinput”, then log "
                    + "out and in.",
                fix: UinputFixes.permission)
        case .noSuchFileOrDirectory, .operationNotSupportedByDevice, .noSuchAddressOrDevice:
            return Problem(
                what, why: "the kernel module uinput is not loaded",
                remedy: "Run “sudo modprobe uinput”; “echo uinput | sudo tee "
                    + "/etc/modules-load.d/uinput.conf” loads it at each start.",
                fix: UinputFixes.module)
        default:
            return Problem(what, why: "\(errno)")
        }
    }
}
