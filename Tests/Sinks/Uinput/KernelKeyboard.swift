import CEvdev
import Glibc
import LinuxRuntime
import SystemPackage

/// utter's keyboards in the kernel, and what one of them sends.
final class KernelKeyboard {
    let node: String
    private let descriptor: OwnedDescriptor
    /// Presses (value 1) and releases (0), in order.
    private(set) var changes: [(key: UInt16, isDown: Bool)] = []
    /// Whether the kernel's queue for this reader has overflowed.
    private(set) var hasLost = false
    private var source: EventSource?

    /// `/dev/input/event5` of each.
    static var nodes: [String] {
        (0..<64).filter { number in
            id(number, "vendor") == VirtualKeyboardIdentity.vendor
                && id(number, "product") == VirtualKeyboardIdentity.product
        }.map { "/dev/input/event\($0)" }
    }

    private static func id(_ number: Int, _ name: String) -> UInt16? {
        guard let file = fopen("/sys/class/input/event\(number)/device/id/\(name)", "r") else {
            return nil
        }
        defer { fclose(file) }
        var bytes = [CChar](repeating: 0, count: 16)
        guard fgets(&bytes, 16, file) != nil else { return nil }
        return UInt16(String(decoding: bytes.prefix(4).map { UInt8($0) }, as: UTF8.self), radix: 16)
    }

    init(_ node: String) throws {
        self.node = node
        let file = try FileDescriptor.open(FilePath(node), .readOnly, options: .nonBlocking)
        descriptor = OwnedDescriptor(adopting: file.rawValue)
    }

    /// Reads whenever there are events.
    func follow() throws {
        source = try EventLoop.shared.watch(descriptor.descriptor) { [unowned self] _ in read() }
    }

    /// Reads the pending events.
    func read() {
        var event = input_event()
        let size = MemoryLayout<input_event>.size
        while Glibc.read(descriptor.rawValue, &event, size) == size {
            if event.type == UInt16(EV_KEY) {
                changes.append((event.code, event.value != 0))
            } else if event.type == UInt16(EV_SYN), event.code == UInt16(SYN_DROPPED) {
                hasLost = true
            }
        }
    }

    /// Keys that are pressed after all events so far.
    var down: Set<UInt16> {
        changes.reduce(into: []) { keys, change in
            if change.isDown { keys.insert(change.key) } else { keys.remove(change.key) }
        }
    }
}

extension KernelKeyboard {
    /// Whether udev has processed a device and recognised a keyboard.
    static func isTagged(_ node: String) -> Bool {
        guard let udev = udev_new() else { return false }
        defer { udev_unref(udev) }
        let name = String(node.split(separator: "/").last!)
        guard let device = udev_device_new_from_subsystem_sysname(udev, "input", name) else {
            return false
        }
        defer { udev_device_unref(device) }
        return udev_device_get_property_value(device, "ID_INPUT_KEYBOARD") != nil
    }
}
