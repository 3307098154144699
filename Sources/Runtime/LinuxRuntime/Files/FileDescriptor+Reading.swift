public import SystemPackage

extension FileDescriptor {
    /// The next bytes, at most 64 KiB; empty at the end.
    public func readPiece() throws(Errno) -> [UInt8] {
        do {
            return try [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
                count = try read(into: UnsafeMutableRawBufferPointer(buffer))
            }
        } catch {
            throw error as? Errno ?? .ioError
        }
    }

    /// All bytes to the end.
    public func readToEnd() throws(Errno) -> [UInt8] {
        // No array can be longer.
        try readToEnd(atMost: .max)!
    }

    /// All bytes to the end, or nil if there are more than `limit`: the size in a file's status may
    /// change in the meantime, and /dev/zero has none.
    public func readToEnd(atMost limit: Int) throws(Errno) -> [UInt8]? {
        var bytes: [UInt8] = []
        while true {
            let piece = try readPiece()
            if piece.isEmpty { return bytes }
            bytes += piece
            if bytes.count > limit { return nil }
        }
    }
}
