import Dictation
import KeyStrokes
import Testing
import WaylandClient

@testable import SinkVirtualKeyboard

/// How a text is cut into bursts.
struct TypingBurstTests {
    private func bursts(_ text: String, redefining: Bool = true) throws -> [TypingBurst] {
        let strokes = try SymbolStroke.typing(TypableText(cleaning: text, lineBreaks: .keep))
        let plain = PrivateKeymap.plain.slots
        let bursts = TypingBurst.plan(strokes, on: plain, redefining: redefining)
        #expect(bursts.flatMap { $0.strokes } == strokes)
        #expect(bursts.allSatisfy { $0.strokes.count <= VirtualKeyboard.longestBurst })
        return bursts
    }

    @Test func asciiNeedsNoKeymap() throws {
        let ascii = String(String.UnicodeScalarView((0x20..<0x7F).map { Unicode.Scalar($0)! }))
        #expect(try bursts(ascii + "\n").allSatisfy { $0.keymap == nil })
    }

    @Test func cutsBetweenCharacters() throws {
        let bursts = try bursts(String(repeating: "o\u{302}\u{323}", count: 100))
        #expect(bursts.allSatisfy { $0.startsCharacter && $0.strokes.count.isMultiple(of: 3) })
        #expect(bursts.count { $0.keymap != nil } == 1)
    }

    @Test func cutsACharacterThatIsTooLong() throws {
        let bursts = try bursts("x" + String(repeating: "\u{302}", count: 99) + "y")
        #expect(bursts.map { $0.startsCharacter } == [true, false, false, false])
    }

    @Test func cutsSmallBurstsAtCharacters() throws {
        let text = "ab e\u{301}\u{302}cd" + String(repeating: "\u{302}", count: 9) + "xyzzy"
        let strokes = try SymbolStroke.typing(TypableText(cleaning: text, lineBreaks: .keep))
        let bursts = TypingBurst.plan(
            strokes, on: PrivateKeymap.plain.slots, redefining: true, size: 4)
        #expect(bursts.map(\.strokes.count) == [3, 4, 10, 4, 1])
        #expect(bursts.allSatisfy { $0.startsCharacter })
    }

    @Test func groupsFitIntoOnePiece() throws {
        let long = "y" + String(repeating: "\u{302}", count: 20)
        let text = "abcdef" + long + long + "x" + long
        let strokes = try SymbolStroke.typing(TypableText(cleaning: text, lineBreaks: .keep))
        var rest = TypingBurst.plan(
            strokes, on: PrivateKeymap.plain.slots, redefining: true, size: 1)[...]
        var counts: [Int] = []
        while !rest.isEmpty {
            let group = TypingBurst.group(rest, 4)
            #expect(group.dropFirst().allSatisfy { $0.keymap == nil })
            counts.append(group.reduce(0) { $0 + $1.strokes.count })
            rest = rest[group.endIndex...]
        }
        #expect(counts == [4, 23, 22, 21])
        #expect(counts.reduce(0, +) == strokes.count)
    }

    @Test func numbersAreEnteredInOnePiece() throws {
        // Seven scalars, five of them with a number of five digits.
        let text = String(repeating: "👩🏽\u{200D}❤️\u{200D}👨🏿x", count: 20)
        let strokes = SymbolStroke.enteringNumbers(
            try SymbolStroke.typing(TypableText(cleaning: text, lineBreaks: .keep)))
        #expect(strokes.count { $0.endsCharacter } == text.count)
        for size in [4, VirtualKeyboard.longestBurst] {
            let bursts = TypingBurst.plan(
                strokes, on: PrivateKeymap.plain.slots, redefining: true, size: size)
            #expect(bursts.flatMap { $0.strokes } == strokes)
            for burst in bursts {
                #expect(burst.strokes.count <= VirtualKeyboard.longestBurst)
                let entries = burst.strokes.count { $0.symbol == .unicodeEntry }
                #expect(entries == burst.strokes.count { $0.symbol == .endOfUnicodeEntry })
            }
        }
    }

    /// Chords are no characters: Chromium got U+FEFFFFFE for Shift+Left.
    @Test func chordsAreNotEnteredAsNumbers() {
        let strokes = SymbolStroke.selecting(2) + SymbolStroke.pressing(.bold, 1)
        #expect(strokes.allSatisfy { !$0.symbol.isBeyondBMP })
        #expect(SymbolStroke.enteringNumbers(strokes) == strokes)
        #expect(strokes.allSatisfy { PrivateKeymap.plain.slots[$0.symbol] != nil })
    }

    @Test func addsSymbolsWhereKeysMayNotChange() throws {
        let keymap = try #require(try bursts("größer", redefining: false).first?.keymap)
        #expect(!keymap.redefines)
        for (symbol, slot) in PrivateKeymap.plain.slots { #expect(keymap.slots[symbol] == slot) }
        #expect(keymap.slots.count == PrivateKeymap.plain.slots.count + 2)
    }

    @Test func usesTheLowestLevelsForTheMostFrequent() throws {
        let rare = String(String.UnicodeScalarView((0x4E00..<0x4E80).map { Unicode.Scalar($0)! }))
        let keymap = try #require(try bursts(rare + "ééé").first?.keymap)
        #expect(keymap.slots[try #require(KeySymbol(typing: "é"))]?.level == 0)
        #expect(Set(keymap.slots.values).count == keymap.slots.count)
    }

    @Test func usesSeveralKeymapsOnlyWhenOneIsFull() throws {
        func text(_ count: Int) -> String {
            String(String.UnicodeScalarView((0x4E00..<0x4E00 + count).map { Unicode.Scalar($0)! }))
        }
        let room = PrivateKeymap.free.count
        #expect(room > 2000)
        #expect(try bursts(text(room)).count { $0.keymap != nil } == 1)
        #expect(try bursts(text(room + 1)).count { $0.keymap != nil } == 2)
    }

    /// On some receivers Backspace, Ctrl, function keys and the like act by their codes.
    @Test func usesNoKeyThatActs() {
        let acting: Set<UInt8> = [1, 14, 15, 28, 29, 42, 54, 56, 58, 69, 70, 96, 97, 99, 100]
        let keys = Set(PrivateKeymap.free.map { $0.key })
        #expect(keys.isDisjoint(with: acting))
        #expect(keys.isDisjoint(with: Array(59...68) + [87, 88]))
        #expect(Set(PrivateKeymap.free).isDisjoint(with: PrivateKeymap.fixed.values))
    }
}
