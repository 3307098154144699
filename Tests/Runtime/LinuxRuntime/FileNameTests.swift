import LinuxRuntime
import Testing

@Suite struct FileNameTests {
    @Test(
        arguments: [
            (Array("plain.wav".utf8), "plain.wav"), (Array("größe € 👍.wav".utf8), "größe € 👍.wav"),
            ([0x63, 0x61, 0x66, 0xE9, 0x2E], "caf\\xE9."), ([0xFF], "\\xFF"),
            ([0xE2, 0x82, 0x61], "\\xE2\\x82a"), ([0xC3, 0xA9, 0xC3], "é\\xC3"), ([], ""),
            ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
        ] as [([UInt8], String)])
    func everyNameComesBack(_ bytes: [UInt8], _ shown: String) {
        let name = bytes.map(CChar.init(bitPattern:)) + [0]
        let text = FileName.text(of: name)
        #expect(FileName.bytes(of: text) == name)
        #expect(FileName.shown(text) == shown)
    }
}
