/// Puts together what a stream socket delivers in pieces: each message is preceded by its length
/// (32 bits, this machine's byte order).
public struct FrameBuffer: Sendable {
    /// The longest message in bytes, without its length. The longest that is sent has 8192 samples,
    /// the words of an utterance, or an engine's configuration, which is checked before.
    public static let longest = 1 << 20

    private var bytes: [UInt8] = []
    /// Where the next message begins.
    private var start = 0

    public init() {}

    /// A message with its length before it.
    static func frame(_ message: [UInt8]) -> [UInt8] {
        var writer = FieldWriter()
        writer.write(UInt32(message.count))
        return writer.bytes + message
    }

    public mutating func append(_ more: some Sequence<UInt8>) {
        bytes.removeFirst(start)
        start = 0
        bytes.append(contentsOf: more)
    }

    /// The next complete message; nil if there is none yet.
    mutating func next() throws(MalformedMessage) -> [UInt8]? {
        let left = bytes.count - start
        guard left >= 4 else { return nil }
        let length = Int(
            bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: start, as: UInt32.self) })
        guard (1...Self.longest).contains(length) else {
            throw MalformedMessage("its length is \(length)")
        }
        guard left >= 4 + length else { return nil }
        start += 4 + length
        return Array(bytes[start - length..<start])
    }
}
