import TestSupport
import Testing

@testable import OverlayDrawing

@Suite(.serialized, .needs(Pictures.dejaVu, package: "fonts-dejavu-core"))
struct TextBlockTests {
    static func end(of text: String, lines: Int = 2) -> String {
        let canvas = Canvas(width: 10, height: 10, scale: 1)
        return TextBlock(
            text, font: Pictures.look().font, size: 15, width: 300, lines: lines, part: .end,
            on: canvas
        ).shownText
    }

    static let words = PictureTests.long.split(separator: " ").map(String.init)

    @Test func aShortTextIsShownWhole() {
        #expect(Self.end(of: "one two") == "one two")
        #expect(Self.end(of: "") == "")
    }

    @Test func theEndStaysWithAnEllipsisAtTheFront() {
        let shown = Self.end(of: PictureTests.long)
        #expect(shown.hasPrefix("…") && PictureTests.long.hasSuffix(shown.dropFirst()))
        #expect(shown.count > 40)
        // It starts at a whole word.
        #expect(PictureTests.long.contains(" " + shown.dropFirst()))
    }

    /// While words arrive, the shown text moves only when a line is full.
    @Test func theTextStandsStillWithinALine() {
        var starts: [String] = []
        for count in 1...Self.words.count {
            let shown = Self.end(of: Self.words.prefix(count).joined(separator: " "))
            starts.append(String(shown.prefix(8)))
        }
        let moves = zip(starts.dropFirst(4), starts.dropFirst(3)).filter { $0 != $1 }.count
        #expect((1...3).contains(moves), "\(starts)")
    }

    @Test(arguments: [
        "word ", "字", "ع", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "\u{301}",
    ])
    func anyLongTextFits(_ part: String) {
        for count in [1, 30, 199, 401, 5000] {
            let canvas = Canvas(width: 10, height: 10, scale: 1)
            let block = TextBlock(
                String(repeating: part, count: count), font: Pictures.look().font, size: 15,
                width: 300, lines: 2, part: .end, on: canvas)
            #expect(block.size.height < 60 && block.size.width <= 301, "\(count)")
        }
    }
}
