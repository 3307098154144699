import Dictation
import IBusEngine
import Testing

@testable import SinkIBus

struct CommitChunksTests {
    @Test func aChunkHasWholeCharactersUpToTheLimit() {
        let chunks = CommitChunks("ab👍🏽cd", limit: 8).chunks
        #expect(chunks.map(\.text) == ["ab", "👍🏽", "cd"])
        #expect(chunks.map(\.count) == [2, 1, 2])
        #expect(CommitChunks("", limit: 8).chunks.isEmpty)
        #expect(CommitChunks("abcdefgh", limit: 8).chunks.map(\.text) == ["abcdefgh"])
    }

    @Test func aLongCharacterIsAChunk() {
        let long = "a" + String(repeating: "\u{301}", count: 9)
        #expect(CommitChunks("x\(long)y", limit: 8).chunks.map(\.text) == ["x", long, "y"])
    }

    private static let long = String(repeating: "word ", count: 300)

    private func chunks(_ text: String, _ field: IBusField) -> [String] {
        CommitChunks(TypableText(cleaning: text, lineBreaks: .keep, tabs: .keep), for: field)
            .chunks.map(\.text)
    }

    @Test func x11WindowsGetShorterChunks() {
        var field = IBusField(client: "xim")
        field.capabilities = [.focus]
        let lengths = chunks(Self.long, field).map(\.utf8.count)
        #expect(lengths == Array(repeating: 200, count: 7) + [100])
        field.capabilities = [.focus, .preedit]
        #expect(chunks(Self.long, field) == [Self.long])
    }

    @Test func noFieldGetsLineBreaks() {
        var field = IBusField(client: "gnome-shell")
        field.capabilities = [.preedit]
        #expect(chunks("ls\n-l\tx", field) == ["ls -l x"])
        field.purpose = .terminal
        #expect(chunks("ls\n-l\tx", field) == ["ls -l x"])
    }

    @Test func aFieldOfNoProgramIsNone() {
        #expect(IBusField(client: "fake").isNone)
        #expect(!IBusField(client: "gnome-shell").isNone)
        var field = IBusField()
        #expect(field.isNone)
        field.cursorMoves = 1
        #expect(!field.isNone)
    }
}
