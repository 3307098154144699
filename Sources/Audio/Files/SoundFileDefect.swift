import Dictation
public import Problems

/// A defect of a sound file, or a failure to read it.
public enum SoundFileDefect: Error, Hashable, Sendable {
    /// The length is zero.
    case empty
    /// No library for it; with the reason.
    case noLibrary(String)
    /// libsndfile knows no such format.
    case unknownFormat
    /// libsndfile knows no such format, and there is no ffmpeg.
    case noConverter
    /// Neither libsndfile nor ffmpeg finds sound in it.
    case unknownToConverter
    /// The beginning is damaged; with libsndfile's reason.
    case malformed(String)
    /// It has this many samples a second, which no speech has.
    case rate(Int)
    /// The format can only be read from a file.
    case notFromPipe
    /// It has no samples.
    case noSound
    /// The sound after so many seconds is missing; `of` is the length of the whole in seconds, or
    /// nil if unknown.
    case cut(at: Double, of: Double?)
    /// The sound after so many seconds can't be decoded; with libsndfile's reason.
    case damaged(at: Double, String)
    /// The process that decodes it ended; with how.
    case crash(String)
    /// The process that decodes it has given no sound for this long.
    case silence(seconds: Int)
    /// The process that decodes it can't be confined; with the reason.
    case unconfined(String)

    /// Whether the sound before the defect was read.
    public var isPartial: Bool {
        switch self {
        case .cut, .damaged: true
        default: false
        }
    }

    /// The defect as a problem for the user.
    public func problem(_ name: String) -> Problem {
        let replace = "Record or copy it again"
        let convert = "ffmpeg -i \(ShellWord.quoted(name)) OUT.wav"
        let what = "cannot read the sound file “\(name)”"
        switch self {
        case .empty: return Problem(what, why: "the file is empty", remedy: replace)
        case .noLibrary(let reason):
            return Problem(
                what, why: "a library is missing: \(reason)",
                remedy: "Install it. On Debian: sudo apt install libsndfile1 libsoxr0")
        case .unknownFormat:
            return Problem(
                what, why: Self.unknown,
                remedy: "If it is a video or AAC (M4A), save it as a file, and name that.")
        case .noConverter:
            return Problem(
                what, why: Self.unknown,
                remedy: "If it is a video or AAC (M4A), install ffmpeg, which reads these. "
                    + "On Debian: sudo apt install ffmpeg")
        case .unknownToConverter:
            return Problem(
                what, why: "\(Self.unknown), and ffmpeg finds no whole sound in it",
                remedy: "\(replace).")
        case .malformed(let reason):
            return Problem(
                what, why: "it is damaged: \(reason)",
                remedy: "\(replace), or repair it: \(convert)")
        case .rate(let rate):
            return Problem(
                what, why: "it has \(rate) samples a second",
                remedy:
                    "Convert it: ffmpeg -i \(ShellWord.quoted(name)) -ar \(AudioFormat.rate) OUT.wav"
            )
        case .notFromPipe:
            return Problem(
                what, why: "this format can't be read from a pipe",
                remedy: "Save it as a file, and name that.")
        case .noSound: return Problem(what, why: "it contains no sound", remedy: replace)
        case .cut(let place, let whole):
            return Problem(
                "only a part of the sound file “\(name)” was read",
                why: "its end is missing: it breaks off at \(Self.clock(place))"
                    + (whole.map { " of \(Self.clock($0))" } ?? ""),
                remedy: "\(replace) if you need the rest.")
        case .damaged(let place, let reason):
            return Problem(
                "only a part of the sound file “\(name)” was read",
                why: "it is damaged at \(Self.clock(place)): \(reason)",
                remedy: "\(replace), or try to save the rest: \(convert)")
        case .crash(let how):
            return Problem(
                what, why: "the program that decodes it failed: \(how)",
                remedy: "It is probably damaged. \(replace), or convert it: \(convert)")
        case .silence(let seconds):
            return Problem(
                what, why: "no sound came from it within \(seconds) s",
                remedy: "Copy it to a disk of this computer, or convert it: \(convert)")
        case .unconfined(let reason):
            return Problem(
                what, why: "the program that decodes it can't be confined: \(reason)",
                remedy: "It needs a kernel with seccomp, and a service or container that lets it "
                    + "limit itself.")
        }
    }

    private static let unknown =
        "it isn't a sound file of a known kind (WAV, FLAC, Ogg, Opus, MP3, AIFF and others)"

    /// `0:07`, `1:02:03`: rounded down to seconds.
    private static func clock(_ seconds: Double) -> String {
        PlayingTime(seconds: seconds).description
    }
}

/// Words of a command that the user may copy into a shell.
enum ShellWord {
    /// The word, quoted if a shell would change it (sh(1)).
    static func quoted(_ word: String) -> String {
        let isPlain = word.utf8.allSatisfy { byte in
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."), UInt8(ascii: "_"),
                UInt8(ascii: "/"), UInt8(ascii: "-"):
                true
            default: byte >= 0x80
            }
        }
        if isPlain, !word.isEmpty { return word }
        return "'"
            + word.split(separator: "'", omittingEmptySubsequences: false)
            .joined(separator: "'\\''") + "'"
    }
}
