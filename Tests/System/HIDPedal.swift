import Glibc
import LinuxRuntime
import TestSupport

/// A USB pedal of one key that writes b, made with /dev/uhid: the kernel's own driver for USB
/// keyboards serves it, as it does no device of /dev/uinput (Documentation/hid/uhid.rst,
/// linux/uhid.h). It is plugged in as long as the object lives.
final class HIDPedal {
    static let name = "pedal of a person"
    private let device: OwnedDescriptor

    /// Keyboards' descriptor for reports of eight bytes (Device Class Definition for HID 1.11,
    /// appendix B.1), without the lamps: all letters, as many pedals claim.
    private static let reports: [UInt8] = [
        0x05, 0x01, 0x09, 0x06, 0xA1, 0x01, 0x05, 0x07, 0x19, 0xE0, 0x29, 0xE7, 0x15, 0x00, 0x25,
        0x01,
        0x75, 0x01, 0x95, 0x08, 0x81, 0x02, 0x95, 0x01, 0x75, 0x08, 0x81, 0x01, 0x95, 0x06, 0x75,
        0x08,
        0x15, 0x00, 0x25, 0x65, 0x05, 0x07, 0x19, 0x00, 0x29, 0x65, 0x81, 0x00, 0xC0,
    ]

    init() throws {
        device = OwnedDescriptor(
            adopting: try check(open("/dev/uhid", O_RDWR | O_CLOEXEC), "open /dev/uhid"))
        // struct uhid_create2_req behind the event's type, UHID_CREATE2.
        var event = Self.bytes(UInt32(11))
        event += Self.padded(Self.name, 128) + Self.padded("", 64) + Self.padded("", 64)
        event += Self.bytes(UInt16(Self.reports.count)) + Self.bytes(UInt16(3))
        for number: UInt32 in [0xC45, 0x7403, 1, 0] { event += Self.bytes(number) }
        try write(event + Self.reports + [UInt8](repeating: 0, count: 4096 - Self.reports.count))
    }

    /// Presses and releases the b.
    func press() throws {
        for usage: UInt8 in [5, 0] {
            // UHID_INPUT2.
            try write(
                Self.bytes(UInt32(12)) + Self.bytes(UInt16(8)) + [0, 0, usage, 0, 0, 0, 0, 0])
        }
    }

    private func write(_ event: [UInt8]) throws {
        guard Glibc.write(device.rawValue, event, event.count) == event.count else {
            throw SystemError.last("write /dev/uhid")
        }
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian, Array.init)
    }

    private static func padded(_ text: String, _ count: Int) -> [UInt8] {
        text.utf8 + [UInt8](repeating: 0, count: count - text.utf8.count)
    }
}
