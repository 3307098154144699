/// The body of a request, in pieces that are read as they are sent: a recording is never copied as
/// a whole.
public struct HTTPBody: Sendable {
    fileprivate enum Piece {
        case bytes([UInt8])
        /// Two bytes for each sample, the lower one first.
        case samples([Int16])

        var count: Int {
            switch self {
            case .bytes(let bytes): bytes.count
            case .samples(let samples): 2 * samples.count
            }
        }
    }

    private var pieces: [Piece] = []
    /// Length in bytes.
    public private(set) var count = 0

    public init() {}

    public init(_ bytes: [UInt8]) {
        append(bytes)
    }

    public mutating func append(_ bytes: [UInt8]) { append(.bytes(bytes)) }

    public mutating func append(_ text: String) { append(.bytes(Array(text.utf8))) }

    /// Appends sound in the format of WAV files: 16 bits a sample, little-endian.
    public mutating func append(_ samples: [Int16]) { append(.samples(samples)) }

    private mutating func append(_ piece: Piece) {
        pieces.append(piece)
        count += piece.count
    }

    /// Reads a body from its start to its end.
    struct Reader {
        private let body: HTTPBody
        /// The current piece, and how many of its bytes were read.
        private var (piece, offset) = (0, 0)

        init(_ body: HTTPBody) {
            self.body = body
        }

        /// Moves to a position in bytes from the start; false if it is outside of the body.
        mutating func seek(to place: Int) -> Bool {
            guard 0...body.count ~= place else { return false }
            (piece, offset) = (0, place)
            while piece < body.pieces.count, offset >= body.pieces[piece].count {
                offset -= body.pieces[piece].count
                piece += 1
            }
            return true
        }

        /// Copies the next bytes, as many as fit; returns their number, 0 at the end.
        mutating func read(into room: UnsafeMutableRawBufferPointer) -> Int {
            var copied = 0
            while copied < room.count, piece < body.pieces.count {
                let next = body.pieces[piece]
                let length = min(next.count - offset, room.count - copied)
                next.copy(
                    from: offset, into: .init(rebasing: room[copied..<copied + length]))
                copied += length
                offset += length
                if offset == next.count { (piece, offset) = (piece + 1, 0) }
            }
            return copied
        }
    }
}

extension HTTPBody.Piece {
    fileprivate func copy(from offset: Int, into part: UnsafeMutableRawBufferPointer) {
        switch self {
        case .bytes(let bytes): part.copyBytes(from: bytes[offset..<offset + part.count])
        case .samples(let samples):
            #if _endian(little)
            samples.withUnsafeBytes { bytes in
                part.copyMemory(from: .init(rebasing: bytes[offset..<offset + part.count]))
            }
            #else
            for index in part.indices {
                let (sample, byte) = (offset + index).quotientAndRemainder(dividingBy: 2)
                part[index] = UInt8(truncatingIfNeeded: samples[sample] >> (8 * byte))
            }
            #endif
        }
    }
}
