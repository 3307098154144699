import CEvdev
import Dictation
import Glibc
import LinuxRuntime
import SystemPackage

/// One open input device, of which the kernel delivers only the keys of the chords.
///
/// libevdev keeps the state of these keys, asks for it anew when the kernel's queue was full
/// (SYN_DROPPED), and makes up the difference.
final class WatchedDevice {
    let device: EvdevDevice
    let number: Int
    private(set) var isGone = false
    private let descriptor: OwnedDescriptor
    /// struct libevdev*, which borrows the descriptor.
    private let evdev: OpaquePointer
    private var keys: Set<UInt16>
    private var source: EventSource?
    /// The rest of its keys, if they matter.
    let others: OtherKeys?

    /// Opens a device. A key that is down already is not a press.
    ///
    /// - Parameters:
    ///   - number: for ``KeyChange/device``.
    ///   - keys: those that are told.
    ///   - heedsOthers: whether presses of all other keys may matter at times.
    ///   - onReady: called when there is something to read.
    init(
        _ device: EvdevDevice, number: Int, keys: Set<UInt16>, heedsOthers: Bool,
        onReady: @escaping () -> Void
    ) throws(SystemError) {
        self.device = device
        self.number = number
        self.keys = keys
        descriptor = OwnedDescriptor(
            adopting: try check(
                open(device.node, O_RDONLY | O_NONBLOCK | O_CLOEXEC), "open \(device.node)"))
        var mask = EventMask()
        mask.pass(EV_KEY, keys)
        mask.set(on: descriptor.rawValue)
        others = heedsOthers ? try OtherKeys(device, number: number, onReady: onReady) : nil

        var evdev: OpaquePointer?
        let result = libevdev_new_from_fd(descriptor.rawValue, &evdev)
        if result < 0 { throw SystemError("read \(device.node)", Errno(rawValue: -result)) }
        self.evdev = evdev!
        // After this the kernel stamps with the clock of `Instant`, and its queue is empty.
        libevdev_set_clock_id(evdev, CLOCK_MONOTONIC)
        // The number of a node is used again: this may be another device than was described. It
        // does no harm to watch it twice, unless a program types with it; then the device that
        // was described is as good as unplugged (ENODEV).
        if isInjector { throw SystemError("read \(device.node)", .operationNotSupportedByDevice) }
        source = try EventLoop.shared.watch(descriptor.descriptor) { _ in onReady() }
    }

    deinit {
        source = nil
        libevdev_free(evdev)
    }

    private var isInjector: Bool {
        Injectors.contains(
            bus: UInt16(truncatingIfNeeded: libevdev_get_id_bustype(evdev)),
            vendor: UInt16(truncatingIfNeeded: libevdev_get_id_vendor(evdev)),
            product: UInt16(truncatingIfNeeded: libevdev_get_id_product(evdev)),
            name: libevdev_get_name(evdev).map { String(cString: $0) } ?? "", path: device.path)
    }

    /// Changes the keys that are told.
    func setKeys(_ keys: Set<UInt16>) {
        self.keys = keys
        var mask = EventMask()
        mask.pass(EV_KEY, keys)
        mask.set(on: descriptor.rawValue)
    }

    /// Reads until the kernel has no more, so that libevdev's own queue is empty too.
    func read() -> [KeyChange] {
        read(LIBEVDEV_READ_FLAG_NORMAL)
    }

    /// Asks the kernel for the state of the keys, and answers what has changed unseen.
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
                // The first one says that libevdev has to ask; the next ones, read with the
                // flag, are the difference, until it says that there is no more.
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
        // 2 is the kernel's repeat of a key that is held.
        guard Int32(event.type) == EV_KEY, keys.contains(event.code), event.value != 2 else {
            return nil
        }
        return KeyChange(
            key: event.code, isDown: event.value == 1, at: Instant(event), device: number,
            isOther: false)
    }
}
