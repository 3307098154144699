import LinuxRuntime
import Problems
import SystemPackage

/// Reads standard input to its end.
enum StandardInput {
    static func readText() throws -> String {
        let bytes = try readBytes()
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(
                "cannot read the text", why: "standard input is not UTF-8",
                remedy: "Convert it: iconv -f LATIN1 -t UTF-8")
        }
        // The line feed after the last line belongs to the file, not to the text.
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    static func readBytes() throws -> [UInt8] {
        try reading("standard input") { try FileDescriptor.standardInput.readToEnd() }
    }

    static func readFile(_ path: String) throws -> [UInt8] {
        try reading("“\(path)”") {
            let file = try FileDescriptor.open(FileName.bytes(of: path), .readOnly)
            return try file.closeAfter { try file.readToEnd() }
        }
    }

    /// The bytes of a file; nil if there are more than `most`.
    static func readFile(_ path: String, most: Int) throws -> [UInt8]? {
        try reading("“\(FileName.shown(path))”") {
            let file = try FileDescriptor.open(FileName.bytes(of: path), .readOnly)
            return try file.closeAfter { try file.readToEnd(atMost: most) }
        }
    }

    /// The next bytes; empty at the end.
    static func readPiece() throws -> [UInt8] {
        try reading("standard input") { try FileDescriptor.standardInput.readPiece() }
    }

    private static func reading<Bytes>(_ name: String, _ read: () throws -> Bytes) throws -> Bytes {
        do {
            return try read()
        } catch let error as Errno {
            throw Problem("cannot read \(name)", why: "\(error)")
        }
    }
}
