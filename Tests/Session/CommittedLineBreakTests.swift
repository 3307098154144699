import Dictation
import DictationParts
import LinuxRuntime
import SinkChains
import TestSupport
import Testing

@testable import Session

/// Line breaks where a text is committed, not typed by keys.
@Suite(.runningLoop) struct CommittedLineBreakTests {
    @EventLoopActor
    @Test(arguments: [
        (CommittedLineBreak.line, TypableText.LineBreaks.keep, "one\ntwo"),
        (.unsuitable, .keep, "one two"), (.unknown, .keep, "one two"),
        (.line, .shiftEnter, "one\ntwo"), (.unsuitable, .shiftEnter, "one two"),
        (.unknown, .shiftEnter, "one\ntwo"), (.line, .space, "one two"),
    ])
    func theFieldDecides(
        _ field: CommittedLineBreak, _ lineBreaks: TypableText.LineBreaks, _ text: String
    ) async {
        let stage = RunnerStage(lineBreaks: lineBreaks)
        stage.sink.traits = FieldTraits(.text, committedLineBreak: field)
        let typed = await stage.text(after: "one", "new line", "two").lowercased()
        #expect(String(typed.map { $0 == TypableText.soft ? "\n" : $0 }) == text)
        let notice = stage.runner.display.notice?.message
        #expect((notice == nil) == text.contains("\n"), "\(notice ?? "")")
    }

    /// Where keys make line breaks, a field of one line gets none, unless it is a terminal.
    @Test(arguments: [
        (FieldKind.text, true as Bool?, TypableText.LineBreaks.keep, TypableText.LineBreaks.keep),
        (.text, false, .keep, .space), (.text, false, .shiftEnter, .space),
        (.text, nil, .keep, .keep), (.url, false, .keep, .space),
        (.terminal, false, .keep, .keep), (.text, true, .space, .space),
    ])
    func byKeysAFieldOfOneLineGetsNone(
        _ kind: FieldKind, _ isMultiline: Bool?, _ asked: TypableText.LineBreaks,
        _ result: TypableText.LineBreaks
    ) {
        #expect(FieldTraits(kind, isMultiline: isMultiline).lineBreaks(asked) == result)
    }

    /// Screen readers are told what the sink doesn't know; what it knows, it knows better.
    @EventLoopActor
    @Test(arguments: [
        (CommittedLineBreak.unknown, true as Bool?, CommittedLineBreak.line),
        (.unknown, false, .unsuitable), (.unknown, nil, .unsuitable),
        (.line, false, .line), (.unsuitable, true, .unsuitable),
    ])
    func whatIsUnknownIsAsTheFieldReports(
        _ known: CommittedLineBreak, _ isMultiline: Bool?, _ result: CommittedLineBreak
    ) {
        let sink = RecordingSink()
        sink.traits = FieldTraits(.text, committedLineBreak: known)
        let chain = SinkChain([sink], reader: FieldReport(FieldTraits(isMultiline: isMultiline)))
        #expect(chain.traits?.committedLineBreak == result)
    }
}
