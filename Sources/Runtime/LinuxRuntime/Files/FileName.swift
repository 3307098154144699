import Glibc

/// File names, which on Linux are bytes and need not be UTF-8, as text: each byte that is part of
/// no character becomes one of 128 private-use characters, so that the name can be restored.
public enum FileName {
    /// U+10FE80 to U+10FEFF stand for the bytes 0x80 to 0xFF: the end of Unicode's private use
    /// area.
    private static let first: UInt32 = 0x10FE00

    /// The name as text.
    ///
    /// - Parameter name: a C string (path_resolution(7)).
    public static func text(of name: UnsafePointer<CChar>) -> String {
        if let text = String(validatingCString: name) { return text }
        let bytes = UnsafeBufferPointer(start: name, count: strlen(name)).map(
            UInt8.init(bitPattern:))
        var scalars = String.UnicodeScalarView()
        var (parser, rest) = (Unicode.UTF8.ForwardParser(), bytes.makeIterator())
        var place = 0
        while true {
            switch parser.parseScalar(from: &rest) {
            case .valid(let encoded):
                scalars.append(Unicode.UTF8.decode(encoded))
                place += encoded.count
            case .error(let length):
                for byte in bytes[place..<place + length] {
                    // Never a surrogate, and in Unicode's range.
                    scalars.append(Unicode.Scalar(first + UInt32(byte))!)
                }
                place += length
            case .emptyInput:
                return String(scalars)
            }
        }
    }

    /// The bytes of a name, with a terminating zero.
    public static func bytes(of text: String) -> [CChar] {
        text.unicodeScalars.flatMap { scalar -> [CChar] in
            if let byte = byte(for: scalar) { return [CChar(bitPattern: byte)] }
            return UTF8.encode(scalar)!.map(CChar.init(bitPattern:))
        } + [0]
    }

    /// The name for users, with other bytes as in `\xE9`.
    public static func shown(_ text: String) -> String {
        text.unicodeScalars.reduce(into: "") { shown, scalar in
            if let byte = byte(for: scalar) {
                shown += "\\x" + String(byte, radix: 16, uppercase: true)
            } else {
                shown.unicodeScalars.append(scalar)
            }
        }
    }

    private static func byte(for scalar: Unicode.Scalar) -> UInt8? {
        (first + 0x80)...(first + 0xFF) ~= scalar.value ? UInt8(scalar.value - first) : nil
    }
}
