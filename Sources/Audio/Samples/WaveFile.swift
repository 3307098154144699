import Dictation
public import Problems

/// The sound in a RIFF/WAVE file ("Multimedia Programming Interface and Data Specifications 1.0",
/// IBM and Microsoft, 1991; the extensible format as in mmreg.h).
public enum WaveFile {
    /// The samples of a file at 16 kHz, 16-bit PCM; two channels are mixed down to one.
    ///
    /// A length of 0 or near the 32-bit limit means: to the end of the file. Programs that stream
    /// to a pipe write it, since they can't go back to fill in the length.
    ///
    /// - Parameters:
    ///   - bytes: the whole file.
    ///   - name: the file's name, for messages.
    /// - Throws: what the file is instead, and how to convert it. A file whose sound is cut off
    ///   is refused, with the number of missing bytes.
    public static func samples(_ bytes: [UInt8], name: String) throws(Problem) -> [Int16] {
        var rest = bytes[...]
        var stream = try WaveStream(name: name, size: bytes.count) { most in
            defer { rest = rest.dropFirst(most) }
            return Array(rest.prefix(most))
        }
        var samples: [Int16] = []
        while case let piece = try stream.next(), !piece.isEmpty { samples += piece }
        return samples
    }
}

/// The contents of a `fmt ` chunk.
struct WaveFormat {
    let tag: Int
    let channels: Int
    let rate: Int
    let bits: Int

    init(_ chunk: [UInt8]) throws(WaveDefect) {
        guard chunk.count >= 16 else { throw .headerCut }
        let extensible = 0xFFFE
        let tag = Int(chunk.little16(at: 0))
        if tag == extensible {
            guard chunk.count >= 40 else { throw .headerCut }
            // KSDATAFORMAT_SUBTYPE_…: the old tag before a constant tail.
            let tail: [UInt8] = [0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
            self.tag = chunk[26..<40].elementsEqual(tail) ? Int(chunk.little16(at: 24)) : tag
        } else {
            self.tag = tag
        }
        channels = Int(chunk.little16(at: 2))
        rate = Int(chunk.little32(at: 4))
        bits = Int(chunk.little16(at: 14))
    }

    /// Whether recognisers accept the format, with one or two channels.
    var isSpeech: Bool {
        tag == 1 && bits == 16 && rate == AudioFormat.rate && (1...2).contains(channels)
    }

    /// For messages: `44100 Hz, stereo, 16-bit PCM`.
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
