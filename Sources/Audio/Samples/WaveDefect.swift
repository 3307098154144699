import Dictation
import Problems

/// What is wrong with a sound file.
enum WaveDefect: Error {
    case empty
    case notWave([UInt8])
    case headerCut
    case noFormat
    case otherFormat(WaveFormat)
    case soundCut(missing: Int, of: Int)
    case noSound

    /// The defect as a problem for the user.
    func problem(_ name: String) -> Problem {
        let convert = "Convert it: ffmpeg -i \(Self.quoted(name)) "
            + "-ar \(AudioFormat.rate) -ac 1 -c:a pcm_s16le OUT.wav"
        let replace = "Record or copy it again"
        let (why, remedy) = switch self {
        case .empty: ("the file is empty", replace)
        case .notWave(let bytes): (Self.description(of: bytes), convert)
        case .headerCut: ("it ends before its sound begins", replace)
        case .noFormat: ("it has no “fmt ” chunk before its sound", convert)
        case .otherFormat(let format):
            (
                "it is \(format.description), "
                    + "but the recogniser takes \(AudioFormat.rate) Hz, mono, 16-bit PCM",
                convert
            )
        case .soundCut(let missing, let length):
            (
                "its end is missing: \(missing) of \(length) bytes of sound",
                "\(replace), or keep what there is: " + convert.dropFirst("Convert it: ".count)
            )
        case .noSound: ("it contains no sound", replace)
        }
        return Problem("cannot read the sound file “\(name)”", why: why, remedy: remedy)
    }

    private static func description(of bytes: [UInt8]) -> String {
        let kinds: [(magic: String, name: String)] = [
            ("OggS", "an Ogg file"), ("fLaC", "a FLAC file"), ("ID3", "an MP3 file"),
            ("RF64", "a WAV file of 64-bit size (RF64)"), ("RIFX", "a big-endian WAV file (RIFX)"),
            ("FORM", "an AIFF file"), ("caff", "a Core Audio file"), (".snd", "a Sun audio file"),
            ("RIFF", "a RIFF file of another kind"),
        ]
        let kind = kinds.first { bytes.starts(with: $0.magic.utf8) }
        return kind.map { "it is \($0.name), not a plain WAV file" } ?? "it is not a WAV file"
    }

    /// A file's name quoted for a shell.
    private static func quoted(_ name: String) -> String {
        let isPlain = name.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "-"):
                true
            default: byte >= 0x80
            }
        }
        if isPlain, !name.isEmpty { return name }
        return "'" + name.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}
