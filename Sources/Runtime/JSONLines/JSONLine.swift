internal import FoundationEssentials

/// One value, one line: JSON without line feeds, keys in alphabetical order. The control socket, the
/// history's file and `--json` write it.
package enum JSONLine {
    /// The line with its line feed.
    ///
    /// - Parameter value: holds no infinite number and no NaN, for which JSON has no form.
    package static func encode(_ value: some Encodable) -> [UInt8] {
        // try!: nothing else has no form. The encoder escapes line feeds in strings.
        try! bytes(value) + [UInt8(ascii: "\n")]
    }

    /// The line without its line feed.
    ///
    /// - Throws: `EncodingError` for an infinite number or NaN.
    package static func text(_ value: some Encodable) throws -> String {
        String(decoding: try bytes(value), as: UTF8.self)
    }

    private static func bytes(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }
}
