import Dictation
import Problems
import Session
import SinkChains
import Testing

@testable import UtterCommands

/// What `utter type --explain` prints.
@Suite struct ExplanationTextTests {
    typealias Entry = ChainExplanation.Entry
    typealias Part = ChainExplanation.Part
    typealias Step = SinkExplanation.Step

    private static let keyboard = SinkExplanation(
        summary: "types 2 of 3 characters with the keys of the layout German",
        steps: [
            Step(" ", strokes: "space", keys: "57"),
            Step("ê", strokes: "dead_circumflex, e", keys: "41 18"), Step("漢", strokes: nil),
        ])
    private static let missing = Problem("no keyboard", why: "no module", remedy: "Load it.")

    @Test func oneSinkTypesItAll() {
        let steps = [
            Step("\n", strokes: "Return", keys: "28"), Step("Ö", strokes: "Shift+ö", keys: "42+39"),
            Step("\u{301}", strokes: "private key", keys: "2"),
        ]
        let lines = lines(
            [
                Entry(
                    sink: "one", problem: nil,
                    explanation: SinkExplanation(summary: "types any text", steps: steps))
            ],
            [Part(sink: "one", text: "\nÖ\u{301}")], typists: ["one", "one", "one"])
        #expect(
            lines == [
                "one: types any text", "  ⏎\tReturn       28", "  Ö\tShift+ö      42+39",
                "  U+0301\tprivate key  2", "", "one would type it.",
            ])
    }

    @Test func sinksTakeTurns() {
        let lines = lines(
            [
                Entry(sink: "keys", problem: nil, explanation: Self.keyboard),
                Entry(
                    sink: "paste", problem: nil,
                    explanation: SinkExplanation(summary: "pastes any text")),
            ],
            [Part(sink: "keys", text: " ê"), Part(sink: "paste", text: "漢")],
            typists: ["keys", "keys", "paste"])
        #expect(
            lines == [
                "keys: types 2 of 3 characters with the keys of the layout German",
                "  space\tspace               57", "  ê\tdead_circumflex, e  41 18",
                "  漢\tno key: paste types it", "", "paste: pastes any text", "",
                "They would take turns:", "  keys\t“ ê”", "  paste\t“漢”",
            ])
    }

    @Test func whatNobodyHasIsLeftOut() {
        let lines = lines(
            [Entry(sink: "keys", problem: nil, explanation: Self.keyboard)],
            [Part(sink: "keys", text: " ê")], omitted: ["漢"], typists: ["keys", "keys", nil])
        #expect(lines.contains("  漢\tno key: left out"))
        #expect(
            lines.suffix(3) == [
                "keys would type it.", "Left out, with a notice: “漢” (U+6F22).",
                InsertionOutcome.remedyForOmissions,
            ])
    }

    @Test func sinksThatAreNotThereSayWhy() {
        let lines = lines(
            [
                Entry(sink: "keys", problem: Self.missing, explanation: Self.keyboard),
                Entry(sink: "other", problem: Self.missing, explanation: nil),
            ], [], typists: [nil, nil, nil])
        #expect(
            lines.prefix(2) == [
                "keys: not available: no keyboard: no module. Load it.",
                "if it were: types 2 of 3 characters with the keys of the layout German",
            ])
        #expect(
            lines.suffix(5) == [
                "  漢\tno key", "", "other: not available: no keyboard: no module. Load it.", "",
                "Nothing would be typed: no sink is available.",
            ])
    }

    @Test func whatNobodyCanTypeIsNamed() {
        let lines = lines(
            [Entry(sink: "keys", problem: nil, explanation: Self.keyboard)], [],
            omitted: ["漢"], typists: [nil, nil, nil])
        #expect(lines.last == "Nothing would be typed: no sink can type “漢” (U+6F22).")
    }

    @Test func anEmptyTextIsCalledSo() {
        let lines = lines(
            [Entry(sink: "keys", problem: nil, explanation: SinkExplanation(summary: "types"))],
            [], typists: [])
        #expect(lines == ["keys: types", "", "Nothing would be typed: the text is empty."])
    }

    private func lines(
        _ entries: [Entry], _ parts: [Part], omitted: [Character] = [], typists: [String?]
    ) -> [String] {
        ExplanationText(
            ChainExplanation(entries: entries, parts: parts, omitted: omitted, typists: typists)
        ).lines
    }
}
