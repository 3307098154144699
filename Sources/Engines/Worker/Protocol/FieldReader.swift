/// A message that breaks the protocol: its sender is not to be trusted with another.
public struct MalformedMessage: Error, Hashable, Sendable {
    /// Which rule it breaks; nothing of its contents.
    public let reason: String

    public init(_ reason: String) {
        self.reason = reason
    }
}

/// Reads what ``FieldWriter`` wrote. No length that a message claims is believed: nothing is
/// allocated for more than there is.
struct FieldReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    private mutating func take(_ count: Int) throws(MalformedMessage) -> ArraySlice<UInt8> {
        guard count <= bytes.endIndex - position else {
            throw MalformedMessage("it ends within a field")
        }
        defer { position += count }
        return bytes[position..<position + count]
    }

    mutating func number<Number: FixedWidthInteger>(
        _ type: Number.Type = Number.self
    ) throws(MalformedMessage) -> Number {
        let field = try take(MemoryLayout<Number>.size)
        return field.withUnsafeBytes { $0.loadUnaligned(as: Number.self) }
    }

    /// A number that counts something.
    mutating func count() throws(MalformedMessage) -> Int {
        let number = try number(Int64.self)
        guard number >= 0, let count = Int(exactly: number) else {
            throw MalformedMessage("a count is negative")
        }
        return count
    }

    mutating func flag() throws(MalformedMessage) -> Bool {
        switch try number(UInt8.self) {
        case 0: false
        case 1: true
        default: throw MalformedMessage("a flag is neither set nor unset")
        }
    }

    mutating func text() throws(MalformedMessage) -> String {
        let utf8 = try take(Int(try number(UInt32.self)))
        guard let text = String(validating: utf8, as: UTF8.self) else {
            throw MalformedMessage("a text is not UTF-8")
        }
        return text
    }

    mutating func texts() throws(MalformedMessage) -> [String] {
        var texts: [String] = []
        for _ in 0..<(try number(UInt32.self)) { texts.append(try text()) }
        return texts
    }

    mutating func values() throws(MalformedMessage) -> [String: String] {
        let (names, values) = (try texts(), try texts())
        guard names.count == values.count, Set(names).count == names.count else {
            throw MalformedMessage("names and values don't match")
        }
        return Dictionary(uniqueKeysWithValues: zip(names, values))
    }

    mutating func samples() throws(MalformedMessage) -> [Int16] {
        let count = Int(try number(UInt32.self))
        let field = try take(2 * count)
        return [Int16](unsafeUninitializedCapacity: count) { samples, filled in
            UnsafeMutableRawBufferPointer(samples).copyBytes(from: field)
            filled = count
        }
    }

    /// Throws if something is left.
    func end() throws(MalformedMessage) {
        if position != bytes.endIndex {
            throw MalformedMessage("it continues after its last field")
        }
    }
}
