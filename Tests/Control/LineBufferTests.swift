import Testing

@testable import ControlProtocol

@Suite struct LineBufferTests {
    private func append(_ text: String, to buffer: inout LineBuffer) {
        Array(text.utf8).withUnsafeBytes { buffer.append($0) }
    }

    @Test(arguments: 1...12)
    func cutsLinesHoweverTheyArrive(piece: Int) throws {
        var buffer = LineBuffer(limit: 5)
        var lines: [String] = []
        var rest = Array("ab\n\n12345\nx\nyz".utf8)[...]
        while !rest.isEmpty {
            append(String(decoding: rest.prefix(piece), as: UTF8.self), to: &buffer)
            rest = rest.dropFirst(piece)
            while let line = try buffer.next() {
                lines.append(String(decoding: line, as: UTF8.self))
            }
        }
        #expect(lines == ["ab", "", "12345", "x"])
        #expect(buffer.hasUnfinishedLine)
        append("\n", to: &buffer)
        #expect(try buffer.next() == Array("yz".utf8))
        #expect(try buffer.next() == nil)
        #expect(!buffer.hasUnfinishedLine)
    }

    @Test(arguments: ["123456", "123456\n", "ab\n123456"])
    func refusesALineThatIsTooLong(text: String) {
        var buffer = LineBuffer(limit: 5)
        append(text, to: &buffer)
        #expect(throws: LineBuffer.TooLong.self) { while try buffer.next() != nil {} }
    }
}
