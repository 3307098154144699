import SystemPackage

/// Reads small configuration files of other programs.
public enum ConfigurationLines {
    /// A larger file isn't one of these.
    private static let longest = 1 << 20

    /// The lines; empty if the file can't be read.
    public static func read(_ path: String) -> [Substring] {
        text(path)?.split(whereSeparator: \.isNewline) ?? []
    }

    /// Nil if the file can't be read.
    public static func text(_ path: String) -> String? {
        guard let file = try? FileDescriptor.open(FilePath(path), .readOnly) else { return nil }
        let bytes = try? file.closeAfter { try file.readToEnd(atMost: longest) }
        return bytes.map { String(decoding: $0, as: UTF8.self) }
    }
}
