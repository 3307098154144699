/// Cuts a stream of bytes into lines of bounded length.
struct LineBuffer {
    struct TooLong: Error {}

    /// The longest line in bytes, without its line feed.
    let limit: Int
    private var bytes: [UInt8] = []
    /// Where the current line begins.
    private var start = 0
    /// The current line has no line feed before this index, so no byte is searched twice.
    private var scanned = 0

    init(limit: Int) {
        self.limit = limit
    }

    /// Whether there is a line without its end yet.
    var hasUnfinishedLine: Bool { start < bytes.count }

    mutating func append(_ new: UnsafeRawBufferPointer) {
        bytes.removeFirst(start)
        scanned -= start
        start = 0
        bytes.append(contentsOf: new)
    }

    /// The next whole line without its line feed, or nil until more is appended.
    mutating func next() throws(TooLong) -> [UInt8]? {
        guard let end = bytes[scanned...].firstIndex(of: UInt8(ascii: "\n")) else {
            scanned = bytes.count
            if scanned - start > limit { throw TooLong() }
            // A quiet connection holds no memory.
            if start == bytes.count { self = LineBuffer(limit: limit) }
            return nil
        }
        if end - start > limit { throw TooLong() }
        defer {
            start = end + 1
            scanned = start
        }
        return Array(bytes[start..<end])
    }
}
