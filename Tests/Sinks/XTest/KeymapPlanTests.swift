import Dictation
import KeyStrokes
import Testing
import X11Connection

@testable import SinkXTest

struct KeymapPlanTests {
    private static func symbol(_ scalar: Unicode.Scalar) -> KeySymbol {
        KeySymbol(typing: scalar)!
    }

    /// Four keys: a/A, b/B, and two without a meaning.
    private let keys = KeymapPlan.Keys(
        free: [38, 56, 97, 98],
        native: [
            38: .init(plain: symbol("a"), shifted: symbol("A")),
            56: .init(plain: symbol("b"), shifted: symbol("B")),
        ],
        fixed: [.return: 36, .backspace: 22])

    private func plan(_ text: String) throws -> KeymapPlan {
        let text = TypableText(cleaning: text, lineBreaks: .keep)
        return KeymapPlan(try SymbolStroke.typing(text), on: keys)
    }

    @Test func whatTheLayoutHasNeedsNoKeymap() throws {
        let plan = try plan("abBA\n")
        #expect(plan.parts.count == 1)
        #expect(plan.parts[0].pairs.isEmpty)
        #expect(plan.parts[0].places[Self.symbol("B")] == .init(key: 56, shifted: true))
        #expect(plan.parts[0].places[.return] == .init(key: 36, shifted: false))
    }

    @Test func foreignSymbolsLeaveTheLayoutsInPlace() throws {
        let part = try #require(try plan("aéüüB").parts.first)
        #expect(part.places[Self.symbol("a")] == .init(key: 38, shifted: false))
        #expect(part.places[Self.symbol("B")] == .init(key: 56, shifted: true))
        // The more frequent one goes first; a plain place that the text doesn't use is free.
        #expect(part.places[Self.symbol("ü")] == .init(key: 56, shifted: false))
        #expect(part.places[Self.symbol("é")] == .init(key: 97, shifted: false))
        #expect(part.pairs[56] == .init(plain: Self.symbol("ü"), shifted: Self.symbol("B")))
        #expect(part.pairs[97] == .init(plain: Self.symbol("é"), shifted: Self.symbol("é")))
        #expect(part.pairs[98] == nil)
    }

    /// A chord is on the key of its letter, which the layout may lack.
    @Test func chordsAreOnTheKeyOfTheirLetter() throws {
        let bold = try #require(KeymapPlan(SymbolStroke.pressing(.bold, 1), on: keys).parts.first)
        #expect(bold.pairs.isEmpty)
        #expect(bold.places[.bold] == .init(key: 56, shifted: false, isControlled: true))
        let italic = try #require(
            KeymapPlan(SymbolStroke.pressing(.italic, 2), on: keys).parts.first)
        let place = try #require(italic.places[.italic])
        #expect(place.isControlled && !place.shifted)
        #expect(italic.pairs[place.key]?.plain == Self.symbol("i"))
    }

    @Test func everySlotIsUsedBeforeASecondKeymap() throws {
        #expect(try plan("一二三四五六七八").parts.count == 1)
        let parts = try plan("一二三四五六七八九一").parts
        #expect(parts.map(\.strokes.count) == [8, 2])
        #expect(Set(parts[0].places.values).count == 8)
    }

    @Test func charactersAreNotCutBetweenKeymaps() throws {
        let parts = try plan("一二三四五六七x\u{301}\u{302}").parts
        #expect(parts.map(\.strokes.count) == [7, 3])
    }

    @Test func aCharacterThatFitsNoKeymapIsCut() throws {
        let marks = String(String.UnicodeScalarView((0x300..<0x30A).map { Unicode.Scalar($0)! }))
        let parts = try plan("一x" + marks).parts
        #expect(parts.map(\.strokes.count) == [1, 8, 3])
        #expect(parts.flatMap(\.strokes).filter(\.endsCharacter).count == 2)
    }

    @Test func nothingIsNothing() throws {
        #expect(try plan("").parts.isEmpty)
    }

    @Test func recordsSurviveTheirCoding() {
        let record = SessionRecord(
            unlocked: 2, group: 1, repeatsKeys: true,
            bindings: [
                24: KeyBinding(0x71, 0x51),
                97: KeyBinding(groupInfo: 0, types: [0, 0, 0, 0], width: 0, symbols: []),
            ])
        #expect(SessionRecord(decoding: record.encoded) == record)
        for length in 0..<record.encoded.count {
            let cut = SessionRecord(decoding: Array(record.encoded.prefix(length)))
            #expect(cut != record)
        }
        #expect(SessionRecord(decoding: [2, 0, 0, 1, 24, 1, 2, 0, 0xFFFF_FFFF]) == nil)
        #expect(SessionRecord(decoding: [9, 9, 9]) == nil)
    }
}
