// Reads samples (signed 16 bit, 16 kHz, mono) from standard input, gives them to VoiceActivity (with
// the network, if its file is an argument) and writes a byte for each frame of 10 ms: 1 if it began
// speech, 2 if it ended it, 4 if it is speech.
import AudioSamples
import Dictation
import Glibc
import VoiceNetwork

@main struct Frames {
    static func main() throws {
        var voice = VoiceActivity()
        if let file = CommandLine.arguments.dropFirst().first {
            voice = VoiceActivity(VoiceNetwork(try NetworkWeights(bytes: bytes(of: file))))
        }
        while let frame = nextFrame() {
            var byte: Int32 = 0
            for event in voice.hear(frame) { byte |= event == .speechStarted ? 1 : 2 }
            if voice.quiet == 0 { byte |= 4 }
            putchar(byte)
        }
    }

    private static func bytes(of path: String) -> [UInt8] {
        let file = open(path, O_RDONLY)
        var bytes = [UInt8](repeating: 0, count: 2 << 20)
        let count = bytes.withUnsafeMutableBytes { read(file, $0.baseAddress, $0.count) }
        return Array(bytes.prefix(max(0, count)))
    }

    /// The next 160 samples; nil at the end.
    private static func nextFrame() -> [Int16]? {
        var frame = [Int16](repeating: 0, count: 160)
        var count = 0
        while count < 320 {
            let more = frame.withUnsafeMutableBytes { read(0, $0.baseAddress! + count, 320 - count) }
            if more <= 0 { return nil }
            count += more
        }
        return frame
    }
}
