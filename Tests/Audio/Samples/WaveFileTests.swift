import AudioSamples
import Dictation
import Problems
import TestSupport
import Testing

@Suite struct WaveFileTests {
    private let speech: [Int16] = [0, 1, -1, 32_767, -32_768, 258]

    private func read(_ file: WaveBytes) throws -> [Int16] {
        try WaveFile.samples(file.bytes, name: "a.wav")
    }

    private func problem(_ bytes: [UInt8], name: String = "a.wav") -> String {
        do {
            return "no problem but \(try WaveFile.samples(bytes, name: name).count) samples"
        } catch {
            return error.description
        }
    }

    // MARK: Files that are accepted

    @Test func readsTheCanonicalFile() throws {
        #expect(try read(WaveBytes(samples: speech)) == speech)
    }

    @Test func mixesTwoChannels() throws {
        var file = WaveBytes(samples: [100, 300, -32_768, -32_768, 32_767, 32_767, 1, 0])
        file.channels = 2
        #expect(try read(file) == [200, -32_768, 32_767, 0])
    }

    @Test func readsTheExtensibleFormat() throws {
        var file = WaveBytes(samples: speech)
        file.tag = 0xFFFE
        file.formatExtension = [22, 0, 16, 0, 4, 0, 0, 0]
            + [1, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        #expect(try read(file) == speech)
    }

    @Test func skipsOtherChunksAlsoOddOnes() throws {
        var file = WaveBytes(samples: speech)
        file.chunksBetween = WaveBytes.chunk("LIST", Array("INFOISFT".utf8) + [1, 2, 3])
            + WaveBytes.chunk("fact", [6, 0, 0, 0])
        file.chunksAfter = WaveBytes.chunk("id3 ", [1, 2, 3, 4, 5])
        #expect(try read(file) == speech)
    }

    /// Data sizes as left by: a writer that never came back to fill it in, ffmpeg, arecord, sox.
    @Test(arguments: [0, 0xFFFF_FFFF, 0x8000_0000, 0x7FFF_F000] as [UInt32])
    func readsAStreamToItsEnd(size: UInt32) throws {
        var file = WaveBytes(samples: speech)
        file.statedSize = size
        file.statedFileSize = size == 0 ? 0 : size &+ 36
        #expect(try read(file) == speech)
    }

    @Test func dropsHalfASampleAtTheEndOfAStream() throws {
        var file = WaveBytes(samples: speech)
        file.statedSize = .max
        #expect(try WaveFile.samples(file.bytes.dropLast(), name: "a.wav") == speech.dropLast())
    }

    // MARK: Files that are refused

    private let convert =
        "Convert it: ffmpeg -i a.wav -ar 16000 -ac 1 -c:a pcm_s16le OUT.wav"

    @Test(arguments: [
        (1, 1, 44_100, 16, "44100 Hz, mono, 16-bit PCM"),
        (1, 2, 48_000, 24, "48000 Hz, stereo, 24-bit PCM"),
        (1, 1, 16_000, 8, "16000 Hz, mono, 8-bit PCM"),
        (1, 6, 16_000, 16, "16000 Hz, 6 channels, 16-bit PCM"),
        (1, 0, 16_000, 16, "16000 Hz, 0 channels, 16-bit PCM"),
        (3, 1, 16_000, 32, "16000 Hz, mono, 32-bit floating point"),
        (0x11, 1, 16_000, 4, "16000 Hz, mono, IMA ADPCM"),
        (7, 1, 8_000, 8, "8000 Hz, mono, µ-law"),
        (0x161, 1, 16_000, 16, "16000 Hz, mono, compressed (format tag 0x161)"),
        (0xFFFE, 1, 16_000, 16, ""),
    ] as [(UInt16, UInt16, UInt32, UInt16, String)])
    func namesAnotherFormat(
        tag: UInt16, channels: UInt16, rate: UInt32, bits: UInt16, format: String
    ) {
        var file = WaveBytes(samples: speech)
        (file.tag, file.channels, file.rate, file.bits) = (tag, channels, rate, bits)
        let expected = format.isEmpty
            ? "it ends before its sound begins. Record or copy it again"
            : "it is \(format), but the recogniser takes 16000 Hz, mono, 16-bit PCM. \(convert)"
        #expect(problem(file.bytes) == "cannot read the sound file “a.wav”: \(expected)")
    }

    @Test func refusesFloatsInTheExtensibleFormat() {
        var file = WaveBytes(samples: speech)
        file.tag = 0xFFFE
        file.bits = 32
        file.formatExtension = [22, 0, 32, 0, 4, 0, 0, 0]
            + [3, 0, 0, 0, 0, 0, 0x10, 0, 0x80, 0, 0, 0xAA, 0, 0x38, 0x9B, 0x71]
        #expect(problem(file.bytes).contains("it is 16000 Hz, mono, 32-bit floating point"))
    }

    @Test func refusesAnEmptyFile() {
        #expect(problem([]) == "cannot read the sound file “a.wav”: the file is empty. "
            + "Record or copy it again")
    }

    /// Cut at every position before the samples begin.
    @Test(arguments: 1..<44) func refusesATruncatedHeader(length: Int) {
        let bytes = Array(WaveBytes(samples: speech).bytes.prefix(length))
        #expect(problem(bytes).contains("it ends before its sound begins"))
    }

    @Test func countsTheBytesMissingFromTheSound() {
        let bytes = Array(WaveBytes(samples: speech).bytes.dropLast(5))
        let text = problem(bytes)
        #expect(text.contains("its end is missing: 5 of 12 bytes of sound"))
        #expect(text.contains("keep what there is: ffmpeg -i a.wav"))
    }

    @Test func refusesSilenceOfNoLength() {
        #expect(problem(WaveBytes(sound: []).bytes).contains("it contains no sound"))
        var tagged = WaveBytes(sound: [])
        tagged.chunksAfter = WaveBytes.chunk("LIST", [1, 2, 3, 4])
        #expect(problem(tagged.bytes).contains("it contains no sound"))
    }

    @Test func refusesSoundWithoutFormat() {
        let body = Array("WAVE".utf8) + WaveBytes.chunk("data", [1, 2])
        let bytes = Array("RIFF".utf8) + [UInt8(body.count), 0, 0, 0] + body
        #expect(problem(bytes).contains("no “fmt ” chunk before its sound"))
    }

    @Test(arguments: [
        ("OggS....", "an Ogg file"), ("fLaC....", "a FLAC file"), ("ID3.", "an MP3 file"),
        ("RIFF....AVI LIST", "a RIFF file of another kind"),
        ("RF64....WAVE", "a WAV file of 64-bit size (RF64)"),
    ])
    func namesAnotherKindOfFile(contents: String, kind: String) {
        #expect(problem(Array(contents.utf8)).contains("it is \(kind), not a plain WAV file"))
    }

    @Test func refusesWhatIsNoSoundFile() {
        #expect(problem(Array("#!/bin/sh\n".utf8)).contains("it is not a WAV file. \(convert)"))
    }

    @Test func quotesTheNameForAShell() {
        #expect(problem([1], name: "my son's.wav").contains(#"ffmpeg -i 'my son'\''s.wav' -ar"#))
    }
}
