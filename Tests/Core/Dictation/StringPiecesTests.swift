import Dictation
import Testing

struct StringPiecesTests {
    @Test(arguments: [
        ("ab👍🏽cd", ["ab", "👍🏽", "cd"]), ("", []), ("abcdefgh", ["abcdefgh"]),
        ("abcdefghi", ["abcdefgh", "i"]),
    ])
    func aPieceHasWholeCharactersUpToTheLimit(_ text: String, _ pieces: [String]) {
        #expect(text.pieces(ofBytes: 8) == pieces)
    }

    @Test func aLongCharacterIsAPiece() {
        let long = "a" + String(repeating: "\u{301}", count: 9)
        #expect("x\(long)y".pieces(ofBytes: 8) == ["x", long, "y"])
    }
}
