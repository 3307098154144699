import SystemPackage

/// The bytes of a file from its beginning, read in pieces: a model has gigabytes, its header some
/// megabytes at most. Numbers are little-endian.
struct GGUFBytes: ~Copyable {
    /// No header is longer: vocabularies of a quarter of a million words have 6 MB.
    private static let limit = 64 << 20
    private static let piece = 1 << 16

    private let file: FileDescriptor
    private var buffer: [UInt8] = []
    /// The next byte's place in `buffer`.
    private var next = 0
    /// How many bytes of the file are in the buffer or before it.
    private var read = 0

    /// - Parameter file: open for reading as long as this is used, at its beginning.
    init(_ file: FileDescriptor) {
        self.file = file
    }

    /// How many bytes were taken.
    var offset: Int { read - (buffer.count - next) }

    private mutating func fill() throws(GGUFDefect) {
        guard read <= Self.limit else { throw .nonsense }
        do {
            buffer = try [UInt8](unsafeUninitializedCapacity: Self.piece) { piece, count in
                count = try file.read(into: UnsafeMutableRawBufferPointer(piece))
            }
        } catch {
            throw .unreadable(error as? Errno ?? .ioError)
        }
        guard !buffer.isEmpty else { throw .truncated }
        next = 0
        read += buffer.count
    }

    mutating func byte() throws(GGUFDefect) -> UInt8 {
        if next == buffer.count { try fill() }
        defer { next += 1 }
        return buffer[next]
    }

    mutating func number<Number: FixedWidthInteger>(
        _ type: Number.Type
    ) throws(GGUFDefect) -> Number {
        var result: UInt64 = 0
        for place in 0..<Number.bitWidth / 8 {
            result |= UInt64(try byte()) << (8 * UInt64(place))
        }
        return Number(truncatingIfNeeded: result)
    }

    /// A number of things of which each takes a byte at least.
    mutating func count() throws(GGUFDefect) -> Int {
        let count = try number(UInt64.self)
        guard count <= UInt64(Self.limit) else { throw .nonsense }
        return Int(count)
    }

    mutating func text() throws(GGUFDefect) -> String {
        let length = try count()
        guard length <= 1 << 16 else { throw .nonsense }
        var bytes: [UInt8] = []
        for _ in 0..<length { bytes.append(try byte()) }
        return String(decoding: bytes, as: UTF8.self)
    }

    mutating func skip(_ count: Int) throws(GGUFDefect) {
        var left = count
        while left > buffer.count - next {
            left -= buffer.count - next
            try fill()
        }
        next += left
    }
}
