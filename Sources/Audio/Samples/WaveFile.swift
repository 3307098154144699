import Dictation

/// Samples as a WAV file ("Multimedia Programming Interface and Data Specifications 1.0", IBM and
/// Microsoft, 1991).
public enum WaveFile {
    /// A whole WAV file of samples (16 kHz mono, 16-bit PCM): a header of 44 bytes and the sound.
    ///
    /// - Parameter samples: fewer than 2³¹, since the header has the length in 32 bits.
    public static func bytes(of samples: [Int16]) -> [UInt8] {
        var sound = SoundPieces()
        sound.append(samples)
        return bytes(of: sound)
    }

    /// The same for sound in pieces.
    public static func bytes(of sound: SoundPieces) -> [UInt8] {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(44 + 2 * sound.count)
        bytes += header(samples: sound.count)
        for samples in sound.pieces {
            for sample in samples { bytes.append(little: UInt16(bitPattern: sample)) }
        }
        return bytes
    }

    /// The header of a WAV file; its samples follow, little-endian.
    ///
    /// - Parameter count: the number of samples, less than 2³¹.
    public static func header(samples count: Int) -> [UInt8] {
        let size = UInt32(2 * count)
        let rate = UInt32(AudioFormat.rate)
        var bytes: [UInt8] = []
        bytes += "RIFF".utf8
        bytes.append(little: 36 + size)
        bytes += "WAVEfmt ".utf8
        bytes.append(little: 16 as UInt32)
        bytes.append(little: 1 as UInt16)  // PCM
        bytes.append(little: 1 as UInt16)  // channels
        bytes.append(little: rate)
        bytes.append(little: 2 * rate)  // bytes a second
        bytes.append(little: 2 as UInt16)  // bytes a frame
        bytes.append(little: 16 as UInt16)  // bits a sample
        bytes += "data".utf8
        bytes.append(little: size)
        return bytes
    }
}

extension [UInt8] {
    fileprivate mutating func append(little value: some FixedWidthInteger) {
        for shift in stride(from: 0, to: value.bitWidth, by: 8) {
            append(UInt8(truncatingIfNeeded: value >> shift))
        }
    }
}
