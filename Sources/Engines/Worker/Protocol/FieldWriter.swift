/// Writes the fields of a message: numbers in this machine's byte order, since both ends run on it;
/// texts and lists with their length before them.
struct FieldWriter {
    private(set) var bytes: [UInt8] = []

    mutating func write<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number) { bytes.append(contentsOf: $0) }
    }

    mutating func write(_ flag: Bool) { write(UInt8(flag ? 1 : 0)) }

    mutating func write(_ text: String) {
        let utf8 = Array(text.utf8)
        write(UInt32(utf8.count))
        bytes += utf8
    }

    mutating func write(_ texts: [String]) {
        write(UInt32(texts.count))
        for text in texts { write(text) }
    }

    mutating func write(_ values: [String: String]) {
        let sorted = values.sorted { $0.key < $1.key }
        write(sorted.map(\.key))
        write(sorted.map(\.value))
    }

    mutating func write(_ samples: some Collection<Int16>) {
        write(UInt32(samples.count))
        bytes.reserveCapacity(bytes.count + 2 * samples.count)
        for sample in samples { write(sample) }
    }
}
