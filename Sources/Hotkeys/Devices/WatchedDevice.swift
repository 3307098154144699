import CEvdev
import Glibc
package import LinuxRuntime
import MonotonicTime
import SystemPackage

/// An open input device, from which the kernel delivers only the keys of the chords.
///
/// libevdev keeps the state of these keys, asks for it again when the kernel's queue overflowed
/// (SYN_DROPPED), and computes the changes.
package final class WatchedDevice {
    package let number: Int
    package private(set) var isGone = false
    private let descriptor: OwnedDescriptor
    /// struct libevdev*, which borrows the descriptor.
    private let evdev: OpaquePointer
    private var keys: Set<UInt16>
    private var source: EventSource?
    /// The rest of its keys.
    let others: OtherKeys

    /// Takes over an open device. A key that is down already doesn't count as pressed.
    ///
    /// - Parameters:
    ///   - others: the same device, opened again, for its other keys.
    ///   - label: the device's name in errors.
    ///   - number: for ``KeyChange/device``.
    ///   - keys: the keys to report.
    ///   - onReady: called when there is something to read.
    package init(
        _ descriptor: consuming OwnedDescriptor, others: consuming OwnedDescriptor,
        label: String, number: Int, keys: Set<UInt16>, onReady: @escaping () -> Void
    ) throws(SystemError) {
        self.number = number
        self.keys = keys
        self.descriptor = descriptor
        var mask = EventMask()
        mask.pass(EV_KEY, keys)
        mask.set(on: self.descriptor.rawValue)
        self.others = try OtherKeys(others, label: label, number: number, onReady: onReady)

        var evdev: OpaquePointer?
        let result = libevdev_new_from_fd(self.descriptor.rawValue, &evdev)
        if result < 0 { throw SystemError("read \(label)", Errno(rawValue: -result)) }
        self.evdev = evdev!
        // From here on the kernel stamps events with the clock of `Instant`, and its queue is
        // empty.
        libevdev_set_clock_id(evdev, CLOCK_MONOTONIC)
        // The number of a node may have been given to another device than the described one.
        // Watching that one twice does no harm, unless utter types with it; then the described
        // device counts as unplugged (ENODEV).
        if isOurs {
            throw SystemError("read \(label)", .operationNotSupportedByDevice)
        }
        source = try EventLoop.shared.watch(self.descriptor.descriptor) { _ in onReady() }
    }

    deinit {
        source = nil
        libevdev_free(evdev)
    }

    private var isOurs: Bool {
        VirtualKeyboardIdentity.matches(
            bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(evdev)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(evdev)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(evdev)))
    }

    /// Changes the keys to report.
    package func setKeys(_ keys: Set<UInt16>) {
        self.keys = keys
        var mask = EventMask()
        mask.pass(EV_KEY, keys)
        mask.set(on: descriptor.rawValue)
    }

    /// Reads until the kernel has no more events, so that libevdev's queue is empty too.
    func read() -> [KeyChange] {
        read(LIBEVDEV_READ_FLAG_NORMAL)
    }

    /// Asks the kernel for the state of the keys, and returns what changed without an event.
    func resynchronize() -> [KeyChange] {
        read() + read(LIBEVDEV_READ_FLAG_FORCE_SYNC)
    }

    private func read(_ start: libevdev_read_flag) -> [KeyChange] {
        var changes: [KeyChange] = []
        var flag = start
        var event = input_event()
        while true {
            let result = libevdev_next_event(evdev, flag.rawValue, &event)
            switch result {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                if let change = change(event) { changes.append(change) }
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                // The first status says that libevdev must resynchronize; the following ones, read
                // with the flag, are the changes, until there are no more.
                if flag == LIBEVDEV_READ_FLAG_SYNC, let change = change(event) {
                    changes.append(change)
                }
                flag = LIBEVDEV_READ_FLAG_SYNC
            case -EAGAIN where flag == LIBEVDEV_READ_FLAG_SYNC:
                flag = LIBEVDEV_READ_FLAG_NORMAL
            case -EAGAIN:
                return changes
            case -EINTR:
                continue
            default:
                isGone = true
                return changes
            }
        }
    }

    private func change(_ event: input_event) -> KeyChange? {
        // 2 is the kernel's autorepeat of a held key.
        guard Int32(event.type) == EV_KEY, keys.contains(event.code), event.value != 2 else {
            return nil
        }
        return KeyChange(
            key: event.code, isDown: event.value == 1, at: Instant(event), device: number,
            isOther: false)
    }
}
