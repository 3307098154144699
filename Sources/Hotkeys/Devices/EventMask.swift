import CEvdev

/// Which events the kernel delivers through a descriptor (EVIOCSMASK, linux/input.h). Other events
/// wake no process and are never read. Kernels before 4.4 have no masks.
package struct EventMask {
    private var types: Set<Int> = []
    private var codes: [Int: Set<Int>] = [:]

    package init() {}

    package mutating func pass(_ type: Int32, _ codes: some Sequence<UInt16>) {
        types.insert(Int(type))
        self.codes[Int(type), default: []].formUnion(codes.map(Int.init))
    }

    package func set(on descriptor: Int32) {
        for (type, codes) in codes {
            Self.set(descriptor, type, codes, count: type == EV_KEY ? KEY_CNT : REL_CNT)
        }
        // EV_SYN's mask is the mask of the types, and EV_SYN itself always passes. A report without
        // any event left is dropped (evdev_pass_values in the kernel's drivers/input/evdev.c).
        Self.set(descriptor, Int(EV_SYN), types, count: EV_CNT)
    }

    private static func set(
        _ descriptor: Int32, _ type: Int, _ codes: Set<Int>, count: Int32
    ) {
        var bits = [UInt64](repeating: 0, count: (Int(count) + 63) / 64)
        for code in codes { bits[code / 64] |= 1 << UInt64(code % 64) }
        _ = bits.withUnsafeBytes { bits in
            utter_evdev_set_mask(descriptor, UInt32(type), bits.baseAddress, UInt32(bits.count))
        }
    }
}
