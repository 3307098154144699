public import SystemPackage

extension FileDescriptor {
    /// Some more bytes, at most 64 KiB; none at the end.
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
        // No array has more.
        try readToEnd(atMost: .max)!
    }

    /// All bytes to the end, or nil if there are more than `limit`: what a file's status says of
    /// its size may change meanwhile, and /dev/zero has none.
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
