package import Dictation

/// A value of JSON (RFC 8259), as a compositor sends it.
package indirect enum JSONValue: Equatable {
    case null
    case bool(Bool)
    case number(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    package init(_ bytes: [UInt8]) throws(Problem) {
        var reader = Reader(bytes: bytes)
        guard let value = reader.value(depth: 0) else {
            throw Problem("cannot read the compositor's answer", why: "it is not JSON")
        }
        self = value
    }

    package subscript(_ key: String) -> JSONValue? {
        if case .object(let members) = self { members[key] } else { nil }
    }
    package var string: String? { if case .string(let value) = self { value } else { nil } }
    package var number: Double? { if case .number(let value) = self { value } else { nil } }
    package var array: [JSONValue]? { if case .array(let value) = self { value } else { nil } }

    /// Reads forward; nil at whatever isn't JSON.
    private struct Reader {
        let bytes: [UInt8]
        var position = 0
        /// So that no answer exhausts the stack.
        static let deepest = 64

        mutating func value(depth: Int) -> JSONValue? {
            guard depth < Self.deepest, let byte = peek() else { return nil }
            switch byte {
            case UInt8(ascii: "{"): return object(depth)
            case UInt8(ascii: "["): return array(depth)
            case UInt8(ascii: "\""): return string().map(JSONValue.string)
            case UInt8(ascii: "t"): return word("true", .bool(true))
            case UInt8(ascii: "f"): return word("false", .bool(false))
            case UInt8(ascii: "n"): return word("null", .null)
            default: return number()
            }
        }

        private mutating func object(_ depth: Int) -> JSONValue? {
            var members: [String: JSONValue] = [:]
            position += 1
            if take("}") { return .object(members) }
            repeat {
                guard peek() == UInt8(ascii: "\""), let key = string(), take(":"),
                    let value = value(depth: depth + 1)
                else { return nil }
                members[key] = value
            } while take(",")
            return take("}") ? .object(members) : nil
        }

        private mutating func array(_ depth: Int) -> JSONValue? {
            var elements: [JSONValue] = []
            position += 1
            if take("]") { return .array(elements) }
            repeat {
                guard let value = value(depth: depth + 1) else { return nil }
                elements.append(value)
            } while take(",")
            return take("]") ? .array(elements) : nil
        }

        private mutating func string() -> String? {
            position += 1
            var units: [UInt8] = []
            var text = String.UnicodeScalarView()
            func flush() {
                text.append(contentsOf: String(decoding: units, as: UTF8.self).unicodeScalars)
                units = []
            }
            while position < bytes.count {
                let byte = bytes[position]
                position += 1
                switch byte {
                case UInt8(ascii: "\""):
                    flush()
                    return String(text)
                case UInt8(ascii: "\\"):
                    flush()
                    guard let scalar = escape() else { return nil }
                    text.append(scalar)
                default:
                    units.append(byte)
                }
            }
            return nil
        }

        private mutating func escape() -> Unicode.Scalar? {
            guard position < bytes.count else { return nil }
            let byte = bytes[position]
            position += 1
            switch byte {
            case UInt8(ascii: "n"): return "\n"
            case UInt8(ascii: "t"): return "\t"
            case UInt8(ascii: "r"): return "\r"
            case UInt8(ascii: "b"): return "\u{8}"
            case UInt8(ascii: "f"): return "\u{C}"
            case UInt8(ascii: "u"): return codePoint()
            default: return Unicode.Scalar(byte)
            }
        }

        private mutating func codePoint() -> Unicode.Scalar? {
            guard let high = codeUnit() else { return nil }
            guard UTF16.isLeadSurrogate(high) else { return Unicode.Scalar(high) }
            guard position + 1 < bytes.count, bytes[position] == UInt8(ascii: "\\"),
                bytes[position + 1] == UInt8(ascii: "u")
            else { return nil }
            position += 2
            guard let low = codeUnit(), UTF16.isTrailSurrogate(low) else { return nil }
            return Unicode.Scalar(
                0x10000 + (UInt32(high) - 0xD800) << 10 + (UInt32(low) - 0xDC00))
        }

        private mutating func codeUnit() -> UInt16? {
            guard position + 4 <= bytes.count else { return nil }
            defer { position += 4 }
            let digits = bytes[position..<position + 4]
            return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        }

        private mutating func number() -> JSONValue? {
            let start = position
            while position < bytes.count, "+-.eE0123456789".utf8.contains(bytes[position]) {
                position += 1
            }
            return Double(String(decoding: bytes[start..<position], as: UTF8.self))
                .map(JSONValue.number)
        }

        private mutating func word(_ word: String, _ value: JSONValue) -> JSONValue? {
            guard bytes[position...].starts(with: word.utf8) else { return nil }
            position += word.utf8.count
            return value
        }

        /// The next byte that isn't white space.
        private mutating func peek() -> UInt8? {
            while position < bytes.count, " \t\r\n".utf8.contains(bytes[position]) { position += 1 }
            return position < bytes.count ? bytes[position] : nil
        }

        private mutating func take(_ character: Unicode.Scalar) -> Bool {
            guard peek() == UInt8(ascii: character) else { return false }
            position += 1
            return true
        }
    }
}
