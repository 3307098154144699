import Dictation
public import Problems

/// The sound in a WAV file that is read in pieces: other files are refused after their first bytes,
/// and little is in memory at a time.
public struct WaveStream {
    /// Returns the next bytes, at most `most`; fewer only at the end.
    public typealias Reader = (_ most: Int) throws(Problem) -> [UInt8]

    private let name: String
    /// The file's size, if it has one.
    private let size: Int?
    private let read: Reader
    /// The number of bytes read.
    private var position = 0
    private var channels = 1
    /// Bytes of sound according to the file; nil for all to its end.
    private var length: Int?
    /// Bytes of sound that were read.
    private var heard = 0

    /// Chunks other than the sound, such as pictures, may be this long.
    private static let longestChunk = 64 << 20
    private static let longestFormat = 1 << 16

    /// Reads up to the beginning of the sound.
    ///
    /// - Parameters:
    ///   - name: the file's name, for messages.
    ///   - size: the file's size in bytes; nil if it is no regular file.
    /// - Throws: the same as `WaveFile.samples`, and what `read` throws.
    public init(name: String, size: Int?, read: @escaping Reader) throws(Problem) {
        (self.name, self.size, self.read) = (name, size, read)
        let defect: WaveDefect?
        do throws(Stop) {
            try findSound()
            defect = nil
        } catch {
            switch error {
            case .problem(let problem): throw problem
            case .defect(let found): defect = found
            }
        }
        if let defect { throw defect.problem(name) }
    }

    /// The next second of sound, fewer samples at its end, none after it.
    ///
    /// - Throws: that the sound is cut off, with the number of missing bytes; what `read` throws.
    public mutating func next() throws(Problem) -> [Int16] {
        let frame = 2 * channels
        let second = AudioFormat.rate * frame
        let wanted = min(second, (length ?? .max) - heard)
        let bytes = try read(wanted)
        heard += bytes.count
        if let length, bytes.count < wanted {
            throw WaveDefect.soundCut(missing: length - heard, of: length).problem(name)
        }
        // A stream may have been cut within its last frame.
        let frames = bytes.count / frame
        if frames == 0, heard < frame { throw WaveDefect.noSound.problem(name) }
        return (0..<frames).map { index in
            var sum = 0
            for channel in 0..<channels {
                let at = index * frame + 2 * channel
                sum += Int(Int16(bitPattern: bytes.little16(at: at)))
            }
            return Int16(sum / channels)
        }
    }

    // MARK: The header

    private enum Stop: Error {
        case defect(WaveDefect)
        case problem(Problem)
    }

    private mutating func take(_ count: Int) throws(Stop) -> [UInt8] {
        do throws(Problem) {
            let bytes = try read(count)
            position += bytes.count
            return bytes
        } catch { throw .problem(error) }
    }

    private mutating func findSound() throws(Stop) {
        let head = try take(12)
        if head.isEmpty { throw .defect(.empty) }
        let magic = Array("RIFF".utf8)
        guard head.prefix(4).elementsEqual(magic.prefix(head.count)) else {
            throw .defect(.notWave(head))
        }
        guard head.count == 12 else { throw .defect(.headerCut) }
        guard head[8..<12].elementsEqual("WAVE".utf8) else { throw .defect(.notWave(head)) }
        // Whether the file's length in its header is true.
        let lengthIsTrue = Int(head.little32(at: 4)) + 8 == size
        var format: WaveFormat?
        while case let chunk = try take(8), chunk.count == 8 {
            let size = Int(chunk.little32(at: 4))
            if chunk[..<4].elementsEqual("data".utf8) {
                guard let format else { throw .defect(.noFormat) }
                if !format.isSpeech { throw .defect(.otherFormat(format)) }
                channels = format.channels
                return try begin(size, lengthIsTrue)
            }
            let isFormat = chunk[..<4].elementsEqual("fmt ".utf8)
            if let whole = self.size, position + size > whole { throw .defect(.headerCut) }
            // Chunks begin at even positions; the padding byte of an odd one isn't in its size.
            if isFormat, size <= Self.longestFormat {
                let bytes = try take(size)
                guard bytes.count == size else { throw .defect(.headerCut) }
                do throws(WaveDefect) {
                    format = try WaveFormat(bytes)
                } catch { throw .defect(error) }
                if size % 2 == 1 { _ = try take(1) }
            } else {
                guard size <= Self.longestChunk else { throw .defect(.headerCut) }
                try skip(size + size % 2)
            }
        }
        throw .defect(.headerCut)
    }

    private mutating func skip(_ count: Int) throws(Stop) {
        var left = count
        while left > 0 {
            let bytes = try take(min(left, 1 << 16))
            if bytes.isEmpty { return }
            left -= bytes.count
        }
    }

    /// - Parameter stated: the size of the sound in its chunk.
    private mutating func begin(_ stated: Int, _ lengthIsTrue: Bool) throws(Stop) {
        let rest = size.map { $0 - position } ?? .max
        // ffmpeg writes 0xFFFFFFFF, arecord 0x80000000, sox 0x7FFFF000, others 0.
        let isUnknown = stated == 0
            ? !lengthIsTrue : stated >= 0x7FFF_0000 && (size == nil || stated > rest)
        let length = isUnknown ? rest : stated
        guard length <= rest else {
            throw .defect(.soundCut(missing: length - rest, of: length))
        }
        guard length >= 2 * channels else { throw .defect(.noSound) }
        self.length = isUnknown && size == nil ? nil : length
    }
}

extension [UInt8] {
    func little16(at index: Int) -> UInt16 {
        UInt16(self[index]) | UInt16(self[index + 1]) << 8
    }

    func little32(at index: Int) -> UInt32 {
        UInt32(little16(at: index)) | UInt32(little16(at: index + 2)) << 16
    }
}
