import Dictation
import DictationParts
import LinuxRuntime
import Problems
import TestSupport
import Testing

@testable import SinkChains

@Suite(.runningLoop) struct SinkChainTests {
    @EventLoopActor
    private final class Stage {
        let first = RecordingSink("first")
        let second = RecordingSink("second")
        let third = RecordingSink("third")
        let chain: SinkChain

        init() { chain = SinkChain([first, second, third]) }

        func insert(_ text: String) async -> InsertionOutcome {
            await chain.insert(TypableText(cleaning: text, lineBreaks: .keep))
        }

        var insertions: [[String]] { [first, second, third].map(\.insertions) }
    }

    /// On a busy machine a window deletes some time after the keys.
    @EventLoopActor @Test func aDeletionIsWaitedFor() async throws {
        let stage = Stage()
        stage.first.reportsText = true
        stage.first.userTypes("one two")
        stage.first.reportDelay = .milliseconds(700)
        try await stage.chain.deleteBackward(4)
        #expect(stage.first.text == "one")
        #expect(stage.chain.contextBeforeInput == "one")
    }

    /// Writer, whose text is unknown while it deletes, and which deletes one mark of a letter at a key.
    @EventLoopActor @Test func aDeletionIsCompletedOnceTheWindowAnswers() async throws {
        let sink = RecordingSink("keys")
        let chain = SinkChain([sink], reader: BusyWindow(sink))
        _ = await chain.insert(TypableText(cleaning: "xyz", lineBreaks: .keep))
        try await chain.deleteBackward(1)
        #expect(sink.text == "x")
        #expect(chain.contextBeforeInput == "a")
    }

    /// The document of a window that answers to the third question after a key.
    @EventLoopActor private final class BusyWindow: DocumentReader {
        private let sink: RecordingSink
        private var questions = 0
        private(set) var contextBeforeInput: String?
        let selectedText: String? = ""
        let traits: FieldTraits? = nil

        init(_ sink: RecordingSink) { self.sink = sink }

        func beginDictation() {}
        func findField() async {}
        func endDictation() {}
        func close() {}

        func read(within limit: Duration) async {
            switch sink.text.count {
            case 3: contextBeforeInput = "ae\u{301}"
            case 2:
                questions += 1
                contextBeforeInput = questions > 2 ? "ae" : nil
            default: contextBeforeInput = "a"
            }
        }
    }

    /// Writer on sway.
    @EventLoopActor
    @Test(arguments: [
        ("x👍🏽e\u{301}", 2, "x"), ("x one 👩‍👩‍👧", 5, "x "), ("x 👍🏽", 1, "x "),
        // What isn't seen is left.
        ("x 👍🏽", 2, "x "), ("xe\u{301}", 2, ""),
    ])
    func aDeletionIsCompletedInAWindowThatReportsAnewOnly(
        _ text: String, _ count: Int, _ rest: String
    ) async throws {
        let sink = LateWindow(text)
        try await SinkChain([sink]).deleteBackward(count)
        #expect(sink.text == rest)
    }

    /// Writer reports no space at the end of a sentence.
    @EventLoopActor @Test(arguments: [("x  one", 4, "x "), (" one", 3, " ")])
    func aSpaceThatIsNotReportedIsNotMissed(
        _ text: String, _ count: Int, _ rest: String
    ) async throws {
        let sink = LateWindow(text, isLate: false)
        try await SinkChain([sink]).deleteBackward(count)
        #expect(sink.text == rest)
    }

    /// A window that deletes a code point at a key, and reports it without the spaces at the end,
    /// perhaps only when its field is opened again.
    @EventLoopActor private final class LateWindow: TextSink, Document {
        let name = "late"
        let capabilities: SinkCapabilities = [.deletes]
        private(set) var text: String
        private(set) var contextBeforeInput: String?
        let selectedText: String? = ""
        var document: (any Document)? { self }

        private let isLate: Bool

        init(_ text: String, isLate: Bool = true) {
            (self.text, contextBeforeInput, self.isLate) = (text, text, isLate)
        }

        func availability() -> Availability { .available }
        func prepare() async throws(Problem) {}
        func insertText(_ text: TypableText) async throws(SinkFailure) { self.text += text.string }
        func close() {}

        func deleteBackward(_ count: Int) async throws(SinkFailure) {
            text = String(String.UnicodeScalarView(text.unicodeScalars.dropLast(count)))
            if !isLate { report() }
        }

        func reopenField() async -> Bool {
            report()
            return true
        }

        private func report() {
            var reported = text
            while reported.last == " " { reported.removeLast() }
            contextBeforeInput = reported
        }
    }

    /// The status is built many times in a dictation, and asking a sink may mean connecting to a
    /// display.
    @EventLoopActor @Test func whatASinkIsKnownToBeIsNotAskedAgain() async {
        let stage = Stage()
        for _ in 0..<3 {
            #expect(stage.chain.availabilities.allSatisfy { $0.availability == .available })
        }
        #expect(stage.first.availabilityCount == 1 && stage.third.availabilityCount == 1)
        stage.first.preparationProblem = Self.unplugged
        _ = await stage.insert("ten")
        #expect(stage.chain.availabilities[0].availability == .unavailable(Self.unplugged))
        stage.first.preparationProblem = nil
        _ = await stage.insert("ten")
        #expect(stage.chain.availabilities[0].availability == .available)
        #expect(stage.first.availabilityCount == 1)
        stage.chain.refreshAvailability()
        #expect(stage.first.availabilityCount == 2)
    }

    private static let unplugged = Problem("gone", why: "unplugged")

    @EventLoopActor @Test func theFirstThatHasItAllTypesItAll() async {
        let stage = Stage()
        stage.first.lacks = ["€"]
        #expect(await stage.insert("ten") == .inserted)
        #expect(await stage.insert("ten €") == .inserted)
        #expect(stage.insertions == [["ten"], ["ten €"], []])
    }

    /// The other sinks aren't even connected: `RecordingSink` records an issue if they are asked.
    @EventLoopActor @Test func plugsNothingInWithoutNeed() async {
        let stage = Stage()
        stage.second.preparationProblem = Problem("must not be prepared", why: "")
        #expect(await stage.insert("ten") == .inserted)
        #expect(stage.insertions == [["ten"], [], []])
    }

    @EventLoopActor @Test func partsGoInTheirOrder() async {
        let stage = Stage()
        let order = Order()
        for (sink, lacks) in zip([stage.first, stage.second, stage.third], ["ab€", "☃€", "☃b"]) {
            sink.lacks = Set(lacks)
            sink.onInsertion = { order.texts.append($0) }
        }
        #expect(await stage.insert("a☃ b €1") == .inserted)
        #expect(order.texts == ["a", "☃ ", "b ", "€1"])
        #expect(stage.insertions == [["☃ "], ["a", "b "], ["€1"]])
    }

    private final class Order { var texts: [String] = [] }

    @EventLoopActor @Test func namesWhatNoneCanType() async {
        let stage = Stage()
        for sink in [stage.first, stage.second, stage.third] { sink.lacks = ["☃", "漢", "\u{301}"] }
        let outcome = await stage.insert("a☃b漢c☃")
        #expect(outcome == .inserted(without: ["☃", "漢"]))
        #expect(stage.insertions == [["abc"], [], []])
        #expect(
            outcome.omission?.what == "left out “☃” (U+2603 SNOWMAN) and “漢” (U+6F22)")
    }

    @EventLoopActor @Test func whatHasNoWordIsNotTyped() async {
        let stage = Stage()
        for sink in [stage.first, stage.second, stage.third] { sink.lacks = Set("дa") }
        let outcome = await stage.insert("да д!")
        // а is Cyrillic too, and every sink has it here.
        #expect(outcome == .inserted(without: ["д"]))
        let other = await stage.insert("д д!")
        #expect(other.rest == "д д!")
        guard case .failed(let problem) = other.end else {
            Issue.record("\(other)")
            return
        }
        #expect(problem.why == "no sink can type “д” (U+0434 CYRILLIC SMALL LETTER DE)")
        #expect(stage.insertions == [["а !"], [], []])
    }

    @EventLoopActor @Test func handsOverWhereItStopped() async {
        let stage = Stage()
        stage.first.failure = SinkFailure(inserted: 4, problem: Self.unplugged)
        #expect(await stage.insert("one two") == .inserted)
        #expect(stage.insertions == [["one "], ["two"], []])
    }

    /// The third sink takes over, because the second lacks characters of the rest. A character that
    /// no remaining sink can type is left out only from there on.
    @EventLoopActor @Test func handsOverToOneThatCanGoOn() async {
        let stage = Stage()
        stage.first.lacks = ["漢"]
        stage.second.lacks = ["€", "☃", "漢"]
        stage.third.lacks = ["☃", "漢"]
        stage.first.failure = SinkFailure(inserted: 3, problem: Self.unplugged)
        #expect(await stage.insert("漢☃b€ ☃€c") == .inserted(without: ["漢", "☃"]))
        #expect(stage.insertions == [["☃b€"], [], [" €c"]])
    }

    @EventLoopActor @Test(arguments: [true, false])
    func theRestGoesIntoNoOtherWindow(_ isReported: Bool) async {
        let stage = Stage()
        stage.first.failure = SinkFailure(
            inserted: 4, problem: Self.unplugged, handsOver: !isReported)
        if !isReported {
            stage.first.onInsertion = { _ in stage.first.focusedTarget = SinkTarget("another") }
        }
        #expect(await stage.insert("one two").rest == "two")
        #expect(stage.insertions == [["one "], [], []])
    }

    @EventLoopActor @Test func keepsWhatNobodyWasAbleToType() async {
        let stage = Stage()
        for sink in [stage.first, stage.second, stage.third] {
            sink.lacks = ["☃"]
            sink.failure = SinkFailure(inserted: 1, problem: Self.unplugged)
        }
        let outcome = await stage.insert("☃ab☃cd☃")
        #expect(outcome.rest == "d☃")
        #expect(outcome.omitted == ["☃"])
        #expect(stage.insertions == [["a"], ["b"], ["c"]])
    }

    @EventLoopActor @Test(arguments: [0, 1]) func aCancellationKeepsTheRest(_ hanging: Int) async {
        let stage = Stage()
        for sink in [stage.first, stage.second, stage.third] { sink.lacks = ["☃"] }
        stage.first.lacks.insert("€")
        stage.second.lacks.insert("a")
        stage.third.lacks.insert("a")
        let sinks = [stage.first, stage.second]
        sinks[hanging].hangs = true
        let typing = EventLoop.task { await stage.insert("☃aaaa€€€€☃") }
        await yieldUntil { !sinks[hanging].insertions.isEmpty }
        typing.cancel()
        let rest = ["aa€€€€☃", "€€☃"][hanging]
        #expect(await typing.value == .stopped(rest: rest, without: ["☃"]))
        #expect(stage.third.insertions.isEmpty)
    }

    @EventLoopActor @Test func deletesWithTheFirstThatCan() async throws {
        let stage = Stage()
        #expect(await stage.insert("one") == .inserted)
        try await stage.chain.deleteBackward(2)
        #expect(stage.first.text == "o")
        stage.first.preparationProblem = Self.unplugged
        try await stage.second.prepare()
        try await stage.second.insertText(TypableText(cleaning: "two", lineBreaks: .keep))
        try await stage.chain.deleteBackward(1)
        #expect(stage.second.text == "tw")
    }

    @EventLoopActor @Test func aSinkThatCannotSelectSaysSo() async {
        let sink = PrintSink("paper") { _ in }
        let failure = await #expect(throws: SinkFailure.self) { try await sink.selectBackward(2) }
        #expect(failure?.problem?.what == "cannot select")
        #expect(failure?.problem?.why == "the sink “paper” can't")
        #expect(sink.document == nil)
        let marking = await #expect(throws: SinkFailure.self) { try await sink.unmarkText() }
        #expect(marking?.problem?.what == "cannot show text that isn't typed yet")
        let moving = await #expect(throws: SinkFailure.self) { try await sink.moveCursor(by: -1) }
        #expect(moving?.problem?.what == "cannot move the cursor")
        let other = RecordingSink("other")
        try? await other.prepare()
        try? await other.insertText(TypableText(cleaning: "two", lineBreaks: .keep))
        try? await SinkChain([sink, other]).selectBackward(2)
        #expect(other.selected == 2, "the first sink that can is asked")
    }
}

@Suite(.runningLoop) struct SinkProblemTests {
    /// The first sink is the one that suits the session: on GNOME that is not the kernel's module.
    @EventLoopActor @Test func theRemedyIsTheFirstSinks() {
        let (none, first, last) = (
            Problem("a", why: "b"), Problem("c", why: "d", remedy: "First."),
            Problem("e", why: "f", remedy: "Last.")
        )
        let problem = SinkChain.summary([none, first, last])
        #expect(problem.why == "a: b; c: d; e: f")
        #expect(problem.remedy == "First.")
        #expect(SinkChain.summary([none]).remedy == "")
        #expect(SinkChain.summary([none, first, none]).why == "a: b; c: d", "said once")
    }
}

/// What is known of a field from what a sink knows of it.
@Suite(.runningLoop) struct DocumentTests {
    @EventLoopActor @Test func whetherThereIsTextIsKnownFromItsParts() {
        let field = RecordingSink()
        #expect(field.hasText == nil)
        field.contextBeforeInput = "a"
        #expect(field.hasText == true)
        (field.contextBeforeInput, field.contextAfterInput) = ("", "")
        #expect(field.hasText == nil, "what is selected is unknown")
        field.contextAfterInput = "b"
        #expect(field.hasText == true)
    }
}

/// How characters are named in messages.
@Suite struct CharacterNameTests {
    @Test(arguments: [
        ("☃", "“☃” (U+2603 SNOWMAN)"), ("漢", "“漢” (U+6F22)"),
        ("👍🏽", "“👍🏽” (U+1F44D U+1F3FD)"), ("\u{A0}", "U+00A0 NO-BREAK SPACE"),
        ("\u{301}", "U+0301 COMBINING ACUTE ACCENT"), ("\u{E000}", "U+E000"),
        ("e\u{323}\u{301}", "“e\u{323}\u{301}” (U+0065 U+0323 U+0301)"),
    ])
    func names(_ text: String, _ expected: String) {
        #expect(text.first!.named == expected)
    }

    @Test func listsSix() {
        #expect(Array("αβ").map(\.shown) == ["α", "β"])
        let list = Array("ぁあぃいぅうぇえ").named
        #expect(list.hasPrefix("“ぁ” (U+3041 HIRAGANA LETTER SMALL A), "))
        #expect(list.hasSuffix(" and 2 more"))
        #expect(Array("ぁあ").named.contains(") and “あ”"))
    }
}
