/// The bytes of a WAV file with any wanted fields, errors included.
public struct WaveBytes {
    public var tag: UInt16 = 1
    public var channels: UInt16 = 1
    public var rate: UInt32 = 16_000
    public var bits: UInt16 = 16
    /// Follows the first 16 bytes of the `fmt ` chunk.
    public var formatExtension: [UInt8] = []
    /// Whole chunks between `fmt ` and `data`.
    public var chunksBetween: [UInt8] = []
    public var sound: [UInt8]
    /// The size that the `data` chunk states; nil for the true one.
    public var statedSize: UInt32?
    /// The size after `RIFF`; nil for the true one.
    public var statedFileSize: UInt32?
    /// Whole chunks at the end.
    public var chunksAfter: [UInt8] = []

    public init(sound: [UInt8]) {
        self.sound = sound
    }

    public init(samples: some Sequence<Int16>) {
        // Copied as they are: every machine that this runs on is little-endian, as the file is.
        self.init(sound: Array(samples).withUnsafeBytes(Array.init))
    }

    /// Two channels that cancel each other.
    public init(opposites samples: some Sequence<Int16>) {
        self.init(samples: samples.flatMap { [$0, -$0] })
        channels = 2
    }

    public var bytes: [UInt8] {
        var format = Self.little(tag) + Self.little(channels) + Self.little(rate)
        let frame = channels * (bits / 8)
        format += Self.little(rate * UInt32(frame)) + Self.little(frame) + Self.little(bits)
        format += formatExtension
        var body = Array("WAVE".utf8) + Self.chunk("fmt ", format) + chunksBetween
        body += Self.chunk("data", sound, size: statedSize) + chunksAfter
        return Array("RIFF".utf8) + Self.little(statedFileSize ?? UInt32(body.count)) + body
    }

    /// The samples of a file of 16-bit samples whose chunks are whole; empty if it isn't one.
    public static func samples(of file: [UInt8]) -> [Int16] {
        var place = 12
        while place + 8 <= file.count {
            let size = file[place + 4..<place + 8].reversed().reduce(0) { $0 << 8 | Int($1) }
            let begin = place + 8
            if file[place..<place + 4].elementsEqual("data".utf8) {
                let count = (min(begin + size, file.count) - begin) / 2
                return Array(unsafeUninitializedCapacity: count) { samples, filled in
                    file[begin..<begin + 2 * count].withUnsafeBytes {
                        UnsafeMutableRawBufferPointer(samples).copyMemory(from: $0)
                    }
                    filled = count
                }
            }
            place = begin + size + size % 2
        }
        return []
    }

    /// A chunk, padded to an even length.
    public static func chunk(
        _ identifier: String, _ contents: [UInt8], size: UInt32? = nil
    ) -> [UInt8] {
        Array(identifier.utf8) + little(size ?? UInt32(contents.count)) + contents
            + (contents.count % 2 == 0 ? [] : [0])
    }

    private static func little(_ value: some FixedWidthInteger) -> [UInt8] {
        (0..<value.bitWidth / 8).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }
}
