import Dictation
import SystemPackage

/// Standard input to its end.
enum StandardInput {
    static func readText() throws -> String {
        let bytes = try readBytes()
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw Problem(
                "cannot read the text", why: "standard input is not UTF-8",
                remedy: "Convert it: iconv -f LATIN1 -t UTF-8")
        }
        // The line feed that ends the last line belongs to the file, not to the text.
        return text.hasSuffix("\n") ? String(text.dropLast()) : text
    }

    static func readBytes() throws -> [UInt8] {
        try readAll(.standardInput, name: "standard input")
    }

    static func readFile(_ path: String) throws -> [UInt8] {
        do {
            let file = try FileDescriptor.open(path, .readOnly)
            return try file.closeAfter { try readAll(file, name: "“\(path)”") }
        } catch let error as Errno {
            throw Problem("cannot read “\(path)”", why: error.description)
        }
    }

    /// Some more bytes; none at the end.
    static func readPiece() throws -> [UInt8] {
        try readPiece(of: .standardInput, name: "standard input")
    }

    private static func readAll(_ file: FileDescriptor, name: String) throws -> [UInt8] {
        var bytes: [UInt8] = []
        while true {
            let piece = try readPiece(of: file, name: name)
            if piece.isEmpty { return bytes }
            bytes += piece
        }
    }

    private static func readPiece(of file: FileDescriptor, name: String) throws -> [UInt8] {
        do {
            return try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                count = try file.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
        } catch {
            throw Problem("cannot read \(name)", why: "\(error)")
        }
    }
}
