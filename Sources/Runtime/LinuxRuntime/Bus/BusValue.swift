/// A D-Bus value (D-Bus Specification, "Type System"). File descriptors are not supported.
public indirect enum BusValue: Hashable, Sendable {
    case byte(UInt8)
    case boolean(Bool)
    case int16(Int16)
    case uint16(UInt16)
    case int32(Int32)
    case uint32(UInt32)
    case int64(Int64)
    case uint64(UInt64)
    case double(Double)
    case string(String)
    case objectPath(String)
    case signature(String)
    /// The elements, and the signature of their type, which an empty array has as well.
    case array([BusValue], of: String)
    case structure([BusValue])
    /// An entry of a dictionary; a dictionary is an array of entries.
    case entry(key: BusValue, value: BusValue)
    case variant(BusValue)

    /// The type's signature: `a{sv}`.
    public var signature: String {
        switch self {
        case .byte: "y"
        case .boolean: "b"
        case .int16: "n"
        case .uint16: "q"
        case .int32: "i"
        case .uint32: "u"
        case .int64: "x"
        case .uint64: "t"
        case .double: "d"
        case .string: "s"
        case .objectPath: "o"
        case .signature: "g"
        case .array(_, let element): "a" + element
        case .structure(let members): "(" + members.map(\.signature).joined() + ")"
        case .entry(let key, let value): "{" + key.signature + value.signature + "}"
        case .variant: "v"
        }
    }

    /// A string, object path or signature; nil for anything else.
    public var string: String? {
        switch self {
        case .string(let value), .objectPath(let value), .signature(let value): value
        case .variant(let value): value.string
        default: nil
        }
    }

    public var boolean: Bool? {
        switch self {
        case .boolean(let value): value
        case .variant(let value): value.boolean
        default: nil
        }
    }

    /// An integer of any width; nil for anything else.
    public var integer: Int? {
        switch self {
        case .byte(let value): Int(value)
        case .int16(let value): Int(value)
        case .uint16(let value): Int(value)
        case .int32(let value): Int(value)
        case .uint32(let value): Int(value)
        case .int64(let value): Int(value)
        case .uint64(let value): Int(exactly: value)
        case .variant(let value): value.integer
        default: nil
        }
    }

    /// An array's elements or a structure's members; nil for anything else.
    public var elements: [BusValue]? {
        switch self {
        case .array(let elements, _), .structure(let elements): elements
        case .variant(let value): value.elements
        default: nil
        }
    }

    /// The value of a key in a dictionary; nil for anything else.
    public subscript(_ key: String) -> BusValue? {
        for case .entry(let name, let value) in elements ?? [] where name.string == key {
            return value
        }
        return nil
    }
}
