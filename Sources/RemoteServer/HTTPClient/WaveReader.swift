import AudioSamples
import Dictation

/// A WAV file that is read in pieces while it is sent: a recording is never copied as a whole.
final class WaveReader {
    private let header: [UInt8]
    private let pieces: [[Int16]]
    /// In bytes, including the header.
    let count: Int
    /// The position of the next byte: the header (0) or one of the pieces, and the offset in it.
    private var (part, offset) = (0, 0)

    init(_ sound: SoundPieces) {
        header = WaveFile.header(samples: sound.count)
        pieces = sound.pieces
        count = header.count + 2 * sound.count
    }

    /// Moves to an offset from the start; returns false if that is out of range. libcurl starts
    /// again if the server has closed a kept-alive connection.
    func seek(to place: Int) -> Bool {
        guard 0...count ~= place else { return false }
        (part, offset) = (0, place)
        while part <= pieces.count, offset >= size(of: part) {
            offset -= size(of: part)
            part += 1
        }
        return true
    }

    /// Copies as many of the next bytes as fit; returns their number, 0 at the end.
    func read(into room: UnsafeMutableRawBufferPointer) -> Int {
        var copied = 0
        while copied < room.count, part <= pieces.count {
            let length = min(size(of: part) - offset, room.count - copied)
            copy(into: .init(rebasing: room[copied..<copied + length]))
            copied += length
            offset += length
            if offset == size(of: part) { (part, offset) = (part + 1, 0) }
        }
        return copied
    }

    private func size(of part: Int) -> Int {
        part == 0 ? header.count : 2 * pieces[part - 1].count
    }

    private func copy(into room: UnsafeMutableRawBufferPointer) {
        let range = offset..<offset + room.count
        guard part > 0 else { return room.copyBytes(from: header[range]) }
        let samples = pieces[part - 1]
        #if _endian(little)
            samples.withUnsafeBytes { room.copyMemory(from: .init(rebasing: $0[range])) }
        #else
            for (index, place) in zip(room.indices, range) {
                let (sample, byte) = place.quotientAndRemainder(dividingBy: 2)
                room[index] = UInt8(truncatingIfNeeded: samples[sample] >> (8 * byte))
            }
        #endif
    }
}
