import Glibc

/// A defect in the length that a WAV file states for its sound ("Multimedia Programming Interface
/// and Data Specifications 1.0", IBM and Microsoft, 1991). libsndfile corrects a length beyond the
/// file's end silently, and believes one of 0.
enum WaveLength {
    /// The file is too short by so many bytes of sound.
    case cut(missing: Int, of: Int)
    /// The writer never came back to fill it in: the four bytes at this place should be this.
    case unset(place: Int, length: UInt32)

    /// Nil if nothing is wrong, or it is no plain WAV file.
    ///
    /// - Parameters:
    ///   - file: a regular file; its position stays.
    ///   - size: its size in bytes.
    init?(_ file: Int32, size: Int) {
        guard let head = Self.bytes(file, at: 0, 12), head[..<4].elementsEqual("RIFF".utf8),
            head[8...].elementsEqual("WAVE".utf8)
        else { return nil }
        var place = 12
        // A damaged file may have a million chunks.
        for _ in 0..<1000 {
            guard let chunk = Self.bytes(file, at: place, 8) else { return nil }
            let length = Self.number(chunk[4...])
            place += 8
            guard chunk[..<4].elementsEqual("data".utf8) else {
                // Chunks begin at even places.
                place += length + length % 2
                continue
            }
            let rest = max(0, size - place)
            if length == 0, rest > 0, Self.number(head[4..<8]) + 8 != size {
                self = .unset(place: place - 4, length: UInt32(clamping: rest))
                return
            }
            // Programs that write to a pipe can't fill in the length: ffmpeg leaves 0xFFFFFFFF,
            // arecord 0x80000000, sox 0x7FFFF000.
            guard length < 0x7FFF_0000, length > rest else { return nil }
            self = .cut(missing: length - rest, of: length)
            return
        }
        return nil
    }

    private static func number(_ bytes: ArraySlice<UInt8>) -> Int {
        bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    }

    private static func bytes(_ file: Int32, at place: Int, _ count: Int) -> [UInt8]? {
        var bytes = [UInt8](repeating: 0, count: count)
        return pread(file, &bytes, count, place) == count ? bytes : nil
    }
}
