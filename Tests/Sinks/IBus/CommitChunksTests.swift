import Dictation
import Testing
@testable import SinkIBus

struct CommitChunksTests {
    private static let long = String(repeating: "word ", count: 300)

    private func chunks(_ text: String, _ field: IBusField) -> [String] {
        CommitChunks.chunks(
            of: TypableText(cleaning: text, lineBreaks: .keep, tabs: .keep), for: field)
    }

    @Test func x11WindowsGetShorterChunks() {
        var field = IBusField(client: "xim")
        field.capabilities = [.focus]
        let lengths = chunks(Self.long, field).map(\.utf8.count)
        #expect(lengths == Array(repeating: 200, count: 7) + [100])
        field.capabilities = [.focus, .preedit]
        #expect(chunks(Self.long, field).map(\.utf8.count) == lengths)
        field.client = "gnome-shell"
        #expect(chunks(Self.long, field) == [Self.long])
    }

    @Test(arguments: [
        ("“Grüße, ‘Győr’…” costs 5 €\n", true), ("Привет, Ελλάδα", true), ("你好、한국어 カ", true),
        ("3–5", false), ("so — no", false), ("• one", false), ("cafe\u{301}", false),
        ("👩\u{200D}👧", false),
    ])
    func someCharactersAreLostOnTheWayToX11(_ text: String, _ isCarried: Bool) {
        let typable = TypableText(cleaning: text, lineBreaks: .keep)
        #expect(CommitChunks.isCarriedByX11(typable) == isCarried)
    }

    /// A window that tells no text may be a terminal's, and one of X11 tells late that it is one.
    @Test func terminalsGetNoLineBreaks() {
        var field = IBusField(client: "gnome-shell")
        field.capabilities = [.preedit, .surroundingText]
        #expect(chunks("ls\n-l\tx", field) == ["ls\n-l x"])
        field.capabilities = [.preedit]
        #expect(chunks("ls\n-l\tx", field) == ["ls -l x"])
        field.capabilities = [.preedit, .surroundingText]
        field.client = "gtk3-im:mate-terminal"
        #expect(chunks("ls\n-l\tx", field) == ["ls -l x"])
        field.client = "gnome-shell"
        field.purpose = .terminal
        #expect(chunks("ls\n-l\tx", field) == ["ls -l x"])
    }

    /// The numbers are IBusInputHints that windows have sent.
    @Test(arguments: [
        (0 as UInt32, "", CommittedLineBreak.unknown), (0, "one\ntwo", .line), (64, "", .line),
        (69, "", .unknown),
    ])
    func aLineBreakSuitsWhereItIsALine(
        _ hints: UInt32, _ text: String, _ lineBreak: CommittedLineBreak
    ) {
        var field = IBusField(client: "gnome-shell")
        field.capabilities = [.preedit, .surroundingText]
        field.hints = IBusHints(rawValue: hints)
        field.told = ToldText(text, cursor: 1, anchor: 1)
        #expect(field.committedLineBreak == lineBreak)
    }

    /// Before that any field would be taken for one of X11.
    @Test func aFieldIsKnownOnceItTellsWhatItCan() {
        var field = IBusField(client: "gtk3-im:gedit")
        #expect(!field.isKnown)
        field.capabilities = [.focus, .preedit]
        #expect(field.isKnown)
        field.client = nil
        #expect(!field.isKnown)
        field.cursorMoves = 1
        #expect(field.isKnown)
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
