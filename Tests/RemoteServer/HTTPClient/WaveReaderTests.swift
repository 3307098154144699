import AudioSamples
import Dictation
import Testing

@testable import HTTPClient

struct WaveReaderTests {
    private static let sound: SoundPieces = {
        var sound = SoundPieces()
        for count in [3, 1, 50] { sound.append((0..<count).map { Int16($0 * 600 - 15_000) }) }
        return sound
    }()

    private static let bytes = WaveFile.bytes(of: sound)

    private static func read(_ reader: WaveReader, _ room: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: room)
        let count = bytes.withUnsafeMutableBytes { reader.read(into: $0) }
        return Array(bytes[..<count])
    }

    @Test(arguments: [1, 2, 3, 43, 44, 45, 51, 1000])
    func isAWholeFileWhateverTheRoom(_ room: Int) {
        let reader = WaveReader(Self.sound)
        var bytes: [UInt8] = []
        while case let piece = Self.read(reader, room), !piece.isEmpty { bytes += piece }
        #expect(bytes == Self.bytes && reader.count == bytes.count)
        #expect(Self.read(reader, room).isEmpty)
    }

    @Test func beginsAnywhere() {
        let reader = WaveReader(Self.sound)
        for place in (0...Self.bytes.count).reversed() {
            #expect(reader.seek(to: place))
            #expect(Self.read(reader, 1000) == Array(Self.bytes[place...]))
        }
        #expect(!reader.seek(to: -1) && !reader.seek(to: Self.bytes.count + 1))
    }

    @Test func ofNoSoundIsAHeader() {
        let reader = WaveReader(SoundPieces())
        #expect(Self.read(reader, 1000) == WaveFile.bytes(of: []))
    }
}
