import SystemPackage

/// Small configuration files of others.
enum ConfigurationLines {
    /// More is no such file.
    private static let longest = 1 << 20

    /// The lines; none if the file isn't there.
    static func read(_ path: String) -> [Substring] {
        text(path)?.split(whereSeparator: \.isNewline) ?? []
    }

    /// Nil if the file can't be read.
    static func text(_ path: String) -> String? {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly) else { return nil }
        defer { try? file.close() }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while bytes.count < longest {
            guard let count = try? part.withUnsafeMutableBytes({ try file.read(into: $0) }) else {
                return nil
            }
            if count == 0 { break }
            bytes += part[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
