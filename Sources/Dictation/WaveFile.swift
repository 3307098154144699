/// The sound in a RIFF/WAVE file ("Multimedia Programming Interface and Data Specifications 1.0",
/// IBM and Microsoft, 1991; the extensible format as in mmreg.h).
public enum WaveFile {
    /// The samples of a file at 16 kHz, 16-bit PCM; two channels are mixed down to one.
    ///
    /// A length of 0 or near the 32-bit limit, as programs write that stream to a pipe and can't
    /// come back to fill it in, means: to the end of the file.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the file's name, for messages.
    /// - Throws: what the file is instead, and how to convert it. A file whose sound is cut off
    ///   is refused, with the number of missing bytes.
    public static func samples(_ bytes: [UInt8], name: String) throws(Problem) -> [Int16] {
        do throws(WaveDefect) {
            var reader = try WaveReader(bytes)
            return try reader.samples()
        } catch {
            throw error.problem(name)
        }
    }
}

/// Walks the chunks of a file.
private struct WaveReader {
    private let bytes: [UInt8]
    private var position = 12
    /// Whether the file's own length, as its header states it, is true.
    private let lengthIsTrue: Bool

    init(_ bytes: [UInt8]) throws(WaveDefect) {
        self.bytes = bytes
        if bytes.isEmpty { throw .empty }
        let magic = Array("RIFF".utf8)
        guard bytes.prefix(4).elementsEqual(magic.prefix(bytes.count)) else {
            throw .notWave(bytes)
        }
        guard bytes.count >= 12 else { throw .headerCut }
        guard bytes[8..<12].elementsEqual("WAVE".utf8) else { throw .notWave(bytes) }
        lengthIsTrue = Int(bytes.little32(at: 4)) + 8 == bytes.count
    }

    mutating func samples() throws(WaveDefect) -> [Int16] {
        var format: WaveFormat?
        while position + 8 <= bytes.count {
            let identifier = bytes[position..<position + 4]
            let size = Int(bytes.little32(at: position + 4))
            position += 8
            if identifier.elementsEqual("fmt ".utf8) {
                guard position + size <= bytes.count else { throw .headerCut }
                format = try WaveFormat(bytes[position..<position + size])
            } else if identifier.elementsEqual("data".utf8) {
                guard let format else { throw .noFormat }
                if !format.isSpeech { throw .otherFormat(format) }
                return try samples(size, channels: format.channels)
            }
            // Chunks begin at even places; the byte that pads an odd one isn't in its size.
            position += size + size % 2
        }
        throw .headerCut
    }

    private func samples(_ size: Int, channels: Int) throws(WaveDefect) -> [Int16] {
        let rest = bytes.count - position
        // ffmpeg writes 0xFFFFFFFF, arecord 0x80000000, sox 0x7FFFF000, others 0.
        let isUnknown = size == 0 ? !lengthIsTrue : size >= 0x7FFF_0000 && size > rest
        let length = isUnknown ? rest : size
        guard length <= rest else { throw .soundCut(missing: length - rest, of: length) }
        // A stream may have been cut within its last frame.
        let frames = length / (2 * channels)
        guard frames > 0 else { throw .noSound }
        let start = position
        return (0..<frames).map { frame in
            var sum = 0
            for channel in 0..<channels {
                let at = start + 2 * (frame * channels + channel)
                sum += Int(Int16(bitPattern: bytes.little16(at: at)))
            }
            return Int16(sum / channels)
        }
    }
}

/// The contents of a `fmt ` chunk.
struct WaveFormat {
    let tag: Int
    let channels: Int
    let rate: Int
    let bits: Int

    init(_ chunk: ArraySlice<UInt8>) throws(WaveDefect) {
        let chunk = Array(chunk)
        guard chunk.count >= 16 else { throw .headerCut }
        let extensible = 0xFFFE
        let tag = Int(chunk.little16(at: 0))
        if tag == extensible {
            guard chunk.count >= 40 else { throw .headerCut }
            // KSDATAFORMAT_SUBTYPE_…: the old tag in front of a constant tail.
            let tail: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
            self.tag = chunk[26..<40].elementsEqual(tail) ? Int(chunk.little16(at: 24)) : tag
        } else {
            self.tag = tag
        }
        channels = Int(chunk.little16(at: 2))
        rate = Int(chunk.little32(at: 4))
        bits = Int(chunk.little16(at: 14))
    }

    /// Whether it is what recognisers take, but perhaps for a second channel.
    var isSpeech: Bool {
        tag == 1 && bits == 16 && rate == AudioFormat.rate && (1...2).contains(channels)
    }

    /// For people: `44100 Hz, stereo, 16-bit PCM`.
    var description: String {
        let channelNames = [1: "mono", 2: "stereo"]
        return "\(rate) Hz, \(channelNames[channels] ?? "\(channels) channels"), \(codec)"
    }

    private var codec: String {
        switch tag {
        case 1: "\(bits)-bit PCM"
        case 2: "Microsoft ADPCM"
        case 3: "\(bits)-bit floating point"
        case 6: "A-law"
        case 7: "µ-law"
        case 0x11: "IMA ADPCM"
        case 0x31: "GSM 6.10"
        case 0x50, 0x55: "MPEG audio"
        default: "compressed (format tag 0x\(String(tag, radix: 16)))"
        }
    }
}

extension [UInt8] {
    fileprivate func little16(at index: Int) -> UInt16 {
        UInt16(self[index]) | UInt16(self[index + 1]) << 8
    }

    fileprivate func little32(at index: Int) -> UInt32 {
        UInt32(little16(at: index)) | UInt32(little16(at: index + 2)) << 16
    }
}
