/// A file in the format GGUF, version 3, but for the numbers of its tensors: these follow `head`, each
/// tensor's padded with zeros to a multiple of `alignment`.
public struct GGUFLayout: Sendable {
    /// In bytes.
    public static let alignment = 32

    /// The value of a key.
    public enum Value: Hashable, Sendable {
        case flag(Bool)
        case number(UInt32)
        case real(Float)
        case text(String)
        case texts([String])
        case numbers([Int32])
    }

    /// A tensor's description.
    public struct Tensor: Hashable, Sendable {
        public let name: String
        /// The dimension whose numbers lie side by side comes first.
        public let shape: [Int]
        public let type: GGUFNumberType

        /// - Parameter shape: of a type with blocks, the first dimension is a multiple of a block.
        public init(_ name: String, shape: [Int], type: GGUFNumberType) {
            (self.name, self.shape, self.type) = (name, shape, type)
        }

        /// Of its numbers, without padding.
        public var bytes: Int { type.bytes(for: shape.reduce(1, *)) }
    }

    /// The header and the descriptions of the tensors, padded.
    public let head: [UInt8]
    /// The whole file's length in bytes.
    public let length: Int

    public init(_ pairs: [(key: String, value: Value)], _ tensors: [Tensor]) {
        var bytes = Bytes()
        bytes.values += "GGUF".utf8
        bytes.add(UInt32(3))
        bytes.add(UInt64(tensors.count))
        bytes.add(UInt64(pairs.count))
        for pair in pairs { bytes.add(pair.key, pair.value) }
        var offset = 0
        for tensor in tensors {
            bytes.add(text: tensor.name)
            bytes.add(UInt32(tensor.shape.count))
            for count in tensor.shape { bytes.add(UInt64(count)) }
            bytes.add(tensor.type.rawValue)
            bytes.add(UInt64(offset))
            offset += tensor.bytes + Self.padding(after: tensor.bytes)
        }
        bytes.values += [UInt8](repeating: 0, count: Self.padding(after: bytes.values.count))
        (head, length) = (bytes.values, bytes.values.count + offset)
    }

    /// How many zeros follow that many bytes.
    public static func padding(after bytes: Int) -> Int {
        (alignment - bytes % alignment) % alignment
    }
}

/// ggml's types of numbers that are written.
public enum GGUFNumberType: UInt32, Hashable, Sendable {
    case f32 = 0
    case f16 = 1
    /// Blocks of 32 numbers: a scale as f16, and 8 bits for each.
    case q8_0 = 8

    /// How many numbers make a block.
    public var block: Int { self == .q8_0 ? 32 : 1 }

    /// - Parameter count: a multiple of `block`.
    public func bytes(for count: Int) -> Int {
        switch self {
        case .f32: 4 * count
        case .f16: 2 * count
        case .q8_0: count / 32 * 34
        }
    }
}

/// Numbers are little-endian.
private struct Bytes {
    var values: [UInt8] = []

    mutating func add(_ number: some FixedWidthInteger) {
        withUnsafeBytes(of: number.littleEndian) { values += $0 }
    }

    mutating func add(text: String) {
        add(UInt64(text.utf8.count))
        values += text.utf8
    }

    /// A key with the number of its value's type and the value.
    mutating func add(_ key: String, _ value: GGUFLayout.Value) {
        add(text: key)
        switch value {
        case .number(let number):
            add(UInt32(4))
            add(number)
        case .real(let real):
            add(UInt32(6))
            add(real.bitPattern)
        case .flag(let flag):
            add(UInt32(7))
            add(UInt8(flag ? 1 : 0))
        case .text(let text):
            add(UInt32(8))
            add(text: text)
        case .texts(let texts):
            addArray(of: 8, texts.count)
            for text in texts { add(text: text) }
        case .numbers(let numbers):
            addArray(of: 5, numbers.count)
            for number in numbers { add(number) }
        }
    }

    private mutating func addArray(of type: UInt32, _ count: Int) {
        add(UInt32(9))
        add(type)
        add(UInt64(count))
    }
}
