import CEvdev
import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// One open keyboard, of which the kernel delivers one key only.
final class WatchedKeyboard {
    enum Change {
        case down(Instant)
        case up(Instant)
        /// Unplugged, or revoked: it never delivers anything again.
        case gone
    }

    let device: EvdevDevice
    private let key: EvdevKey
    private let descriptor: OwnedDescriptor
    /// struct libevdev*, which borrows the descriptor.
    private let evdev: OpaquePointer
    private var source: EventSource?

    /// Opens a device. A key that is down already is not a press.
    init(
        _ device: EvdevDevice, key: EvdevKey, _ handle: @escaping (Change) -> Void
    ) throws(SystemError) {
        self.device = device
        self.key = key
        descriptor = OwnedDescriptor(
            adopting: try check(
                open(device.node, O_RDONLY | O_NONBLOCK | O_CLOEXEC), "open \(device.node)"))
        Self.mask(descriptor.rawValue, allBut: key)

        var evdev: OpaquePointer?
        let result = libevdev_new_from_fd(descriptor.rawValue, &evdev)
        if result < 0 { throw SystemError("read \(device.node)", Errno(rawValue: -result)) }
        self.evdev = evdev!
        // After this the kernel stamps with the clock of `Instant`, and its queue is empty.
        libevdev_set_clock_id(evdev, CLOCK_MONOTONIC)
        // The number of a node is used again: this may be another device than was described,
        // which is then as good as unplugged (ENODEV).
        guard libevdev_has_event_code(evdev, UInt32(EV_KEY), UInt32(key.code)) == 1,
            !VirtualKeyboardIdentity.matches(
                bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(evdev)),
                vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(evdev)),
                product: UInt16(truncatingIfNeeded: libevdev_get_id_product(evdev)))
        else { throw SystemError("read \(device.node)", .operationNotSupportedByDevice) }
        source = try EventLoop.shared.watch(descriptor.descriptor) { [unowned self] _ in
            read(handle)
        }
    }

    deinit {
        source = nil
        libevdev_free(evdev)
    }

    /// Makes the kernel drop every other key before it wakes this process: typing costs nothing
    /// here, and is never seen here. A kernel before 4.4 knows no masks; then `read` drops them.
    private static func mask(_ descriptor: Int32, allBut key: EvdevKey) {
        func pass(_ code: Int, of type: Int32, count: Int) {
            var bits = [UInt64](repeating: 0, count: (count + 63) / 64)
            bits[code / 64] |= 1 << UInt64(code % 64)
            _ = bits.withUnsafeBytes { bits in
                utter_evdev_set_mask(
                    descriptor, UInt32(type), bits.baseAddress, UInt32(bits.count))
            }
        }
        // The mask of EV_SYN is that of the types. A report that the masks left empty is
        // dropped too (evdev_pass_values in the kernel's drivers/input/evdev.c).
        pass(Int(EV_KEY), of: EV_SYN, count: Int(EV_CNT))
        pass(Int(key.code), of: EV_KEY, count: Int(KEY_CNT))
    }

    /// Reads until the kernel has no more, so that libevdev's own queue is empty too.
    private func read(_ handle: (Change) -> Void) {
        var flag = LIBEVDEV_READ_FLAG_NORMAL
        var event = input_event()
        while true {
            let result = libevdev_next_event(evdev, flag.rawValue, &event)
            switch result {
            case Int32(LIBEVDEV_READ_STATUS_SUCCESS.rawValue):
                pass(event, handle)
            case Int32(LIBEVDEV_READ_STATUS_SYNC.rawValue):
                // The kernel's queue was full (SYN_DROPPED): libevdev asks for the state of the
                // keys and replays the difference, until it says that there is no more.
                if flag == LIBEVDEV_READ_FLAG_SYNC { pass(event, handle) }
                flag = LIBEVDEV_READ_FLAG_SYNC
            case -EAGAIN where flag == LIBEVDEV_READ_FLAG_SYNC:
                flag = LIBEVDEV_READ_FLAG_NORMAL
            case -EAGAIN:
                return
            case -EINTR:
                continue
            default:
                handle(.gone)
                return
            }
        }
    }

    private func pass(_ event: input_event, _ handle: (Change) -> Void) {
        guard Int32(event.type) == EV_KEY, event.code == key.code else { return }
        let at = Instant(
            nanoseconds: Int64(event.time.tv_sec) * 1_000_000_000
                + Int64(event.time.tv_usec) * 1000)
        switch event.value {
        case 0: handle(.up(at))
        case 1: handle(.down(at))
        default: break  // 2: the kernel repeats a key that is held
        }
    }
}
