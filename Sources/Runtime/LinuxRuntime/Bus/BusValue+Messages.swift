import CSystemd
import SystemPackage

// Conversion of D-Bus values to and from sd-bus's messages (sd_bus_message_append_basic(3),
// sd_bus_message_read_basic(3)): the functions that take a format string are variadic, and Swift
// can't call those.

extension BusValue {
    /// Adds the value to a message (sd_bus_message*).
    func append(to message: OpaquePointer) throws(SystemError) {
        switch self {
        case .byte(let value): try append(value, to: message)
        case .boolean(let value): try append(Int32(value ? 1 : 0), to: message)
        case .int16(let value): try append(value, to: message)
        case .uint16(let value): try append(value, to: message)
        case .int32(let value): try append(value, to: message)
        case .uint32(let value): try append(value, to: message)
        case .int64(let value): try append(value, to: message)
        case .uint64(let value): try append(value, to: message)
        case .double(let value): try append(value, to: message)
        case .string(let value), .objectPath(let value), .signature(let value):
            let result = value.withCString { sd_bus_message_append_basic(message, type, $0) }
            try sdCheck(result, "sd_bus_message_append_basic")
        case .array(let elements, let element):
            try append(elements, in: "a", element, to: message)
        case .structure(let members):
            try append(members, in: "r", members.map(\.signature).joined(), to: message)
        case .entry(let key, let value):
            try append([key, value], in: "e", key.signature + value.signature, to: message)
        case .variant(let value):
            try append([value], in: "v", value.signature, to: message)
        }
    }

    private var type: CChar { CChar(bitPattern: signature.utf8.first!) }

    private func append<Value: BitwiseCopyable>(
        _ value: Value, to message: OpaquePointer
    ) throws(SystemError) {
        let result = withUnsafePointer(to: value) {
            sd_bus_message_append_basic(message, type, $0)
        }
        try sdCheck(result, "sd_bus_message_append_basic")
    }

    private func append(
        _ values: [BusValue], in container: Unicode.Scalar, _ contents: String,
        to message: OpaquePointer
    ) throws(SystemError) {
        let type = CChar(bitPattern: UInt8(ascii: container))
        try sdCheck(
            sd_bus_message_open_container(message, type, contents),
            "sd_bus_message_open_container")
        for value in values { try value.append(to: message) }
        try sdCheck(sd_bus_message_close_container(message), "sd_bus_message_close_container")
    }
}

extension BusValue {
    /// The values of a message (sd_bus_message*), or of the container that was entered, up to its
    /// end.
    static func all(in message: OpaquePointer) throws(SystemError) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try next(in: message) { values.append(value) }
        return values
    }

    private static func next(in message: OpaquePointer) throws(SystemError) -> BusValue? {
        var (type, contents) = (CChar(0), UnsafePointer<CChar>?.none)
        let found = try sdCheck(
            sd_bus_message_peek_type(message, &type, &contents), "sd_bus_message_peek_type")
        if found == 0 { return nil }
        // The message owns the string until it is read further.
        let inner = contents.map { String(cString: $0) } ?? ""
        switch Unicode.Scalar(UInt8(bitPattern: type)) {
        case "y": return .byte(try read(type, 0, message))
        case "b": return .boolean(try read(type, Int32(0), message) != 0)
        case "n": return .int16(try read(type, 0, message))
        case "q": return .uint16(try read(type, 0, message))
        case "i": return .int32(try read(type, 0, message))
        case "u": return .uint32(try read(type, 0, message))
        case "x": return .int64(try read(type, 0, message))
        case "t": return .uint64(try read(type, 0, message))
        case "d": return .double(try read(type, 0, message))
        case "s": return .string(try readString(type, message))
        case "o": return .objectPath(try readString(type, message))
        case "g": return .signature(try readString(type, message))
        case "a": return .array(try readContainer(type, inner, message), of: inner)
        case "r": return .structure(try readContainer(type, inner, message))
        case "v": return .variant(try single(readContainer(type, inner, message)))
        case "e":
            let parts = try readContainer(type, inner, message)
            guard parts.count == 2 else { throw malformed }
            return .entry(key: parts[0], value: parts[1])
        default: throw SystemError("read a D-Bus value", .notSupported)
        }
    }

    private static var malformed: SystemError { SystemError("read a D-Bus value", .badMessage) }

    private static func single(_ values: [BusValue]) throws(SystemError) -> BusValue {
        guard values.count == 1 else { throw malformed }
        return values[0]
    }

    private static func read<Value: BitwiseCopyable>(
        _ type: CChar, _ zero: Value, _ message: OpaquePointer
    ) throws(SystemError) -> Value {
        var value = zero
        let result = withUnsafeMutablePointer(to: &value) {
            sd_bus_message_read_basic(message, type, $0)
        }
        try sdCheck(result, "sd_bus_message_read_basic")
        return value
    }

    private static func readString(
        _ type: CChar, _ message: OpaquePointer
    ) throws(SystemError) -> String {
        let bytes: UnsafePointer<CChar>? = try read(type, nil, message)
        return bytes.map { String(cString: $0) } ?? ""
    }

    private static func readContainer(
        _ type: CChar, _ contents: String, _ message: OpaquePointer
    ) throws(SystemError) -> [BusValue] {
        try sdCheck(
            sd_bus_message_enter_container(message, type, contents),
            "sd_bus_message_enter_container")
        let values = try all(in: message)
        try sdCheck(sd_bus_message_exit_container(message), "sd_bus_message_exit_container")
        return values
    }
}
