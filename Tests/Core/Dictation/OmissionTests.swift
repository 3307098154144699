import Dictation
import MonotonicTime
import Problems
import Testing

/// Characters that no sink can type are reported however the insertion ends, and the words are
/// kept.
@Suite struct OmissionTests {
    private static let name = "“☃” (U+2603 SNOWMAN)"

    @Test func afterACompleteInsertion() throws {
        let (notice, record) = try end(.inserted(without: ["☃"]))
        #expect(notice?.severity == .warning)
        #expect(notice?.message == "left out \(Self.name): no sink can type it")
        #expect(notice?.remedy.hasSuffix("The whole text is kept: utter last") == true)
        #expect(notice?.actions == [.copy])
        #expect(record.text == "a☃b" && record.rest == "")
    }

    @Test func afterACancellation() throws {
        let (notice, record) = try end(.stopped(rest: "b", without: ["☃"]))
        #expect(
            notice
                == Notice(
                    .warning, "Stopped: the rest is kept; left out \(Self.name)",
                    remedy: "utter retype", actions: [.retype, .copy]))
        #expect(record.rest == "b")
    }

    @Test func afterAFailure() throws {
        let problem = Problem("gone", why: "unplugged", remedy: "Plug it in.")
        let (notice, record) = try end(.failed(problem, rest: "b", without: ["☃"]))
        #expect(
            notice
                == Notice(
                    .error, "gone: unplugged; left out \(Self.name)",
                    remedy: "Plug it in. The text is kept: utter retype", isOffer: true,
                    actions: [.retype, .copy]))
        #expect(record.rest == "b")
    }

    /// Retyping types the whole text, if everything typable of it was typed.
    @Test func retypingTakesTheWholeText() throws {
        let (_, record) = try end(.inserted(without: ["☃"]))
        var machine = DictationMachine()
        #expect(
            machine.handle(.retype(record), at: Instant(nanoseconds: 0))
                == [.select(.automatic), .insert(Insertion("a☃b"))])
    }

    /// The notice at the end of an insertion of “a☃b”, and what is kept in the history.
    private func end(
        _ outcome: InsertionOutcome
    ) throws -> (notice: Notice?, record: DictationRecord) {
        var machine = DictationMachine()
        let record = DictationRecord(
            number: 1, transcript: Transcript(["snow"]), text: "a☃b", rest: "a☃b")
        _ = machine.handle(.retype(record), at: Instant(nanoseconds: 0))
        let effects = machine.handle(.insertion(outcome), at: Instant(nanoseconds: 1))
        let kept = effects.compactMap { effect in
            if case .keep(let record) = effect { record } else { nil }
        }
        return (machine.display.notice, try #require(kept.first))
    }
}
