import Dictation
import LinuxRuntime
import Settings
import TestSupport
import Testing

@testable import Session

/// The marks that end sentences although nobody said them.
@Suite(.runningLoop) struct SentenceEndTests {
    @EventLoopActor
    private func stage() -> RunnerStage { RunnerStage(spacing: .auto, punctuation: .auto) }

    @EventLoopActor @Test func aDictationEndsItsSentence() async {
        let stage = stage()
        #expect(await stage.text(after: "i went home") == "I went home. ")
        #expect(await stage.text(after: "where are you") == "I went home. Where are you? ")
        #expect(await stage.text(after: "yes") == "I went home. Where are you? Yes ")
    }

    @EventLoopActor @Test func aSpokenMarkTakesItsPlace() async {
        let stage = stage()
        await stage.text(after: "i went home")
        #expect(await stage.text(after: "question mark") == "I went home? ")
        await stage.text(after: "i was late")
        #expect(
            await stage.text(after: "comma you know") == "I went home? I was late, you know. ")
        #expect(await stage.text(after: "undo") == "I went home? I was late. ")
    }

    @EventLoopActor @Test func oneThatWasSpokenStays() async {
        let stage = stage()
        await stage.text(after: "i went home period")
        #expect(await stage.text(after: "comma") == "I went home., ")
    }

    @EventLoopActor @Test func itIsScratchedWithItsText() async {
        let stage = stage()
        await stage.text(after: "i went home")
        await stage.text(after: "it was late")
        #expect(await stage.text(after: "scratch that") == "I went home. ")
        #expect(await stage.text(after: "scratch that") == "")
    }

    /// An address of e-mail, a name, has no sentences; a search begins with a capital, and ends
    /// with no full stop; a shell takes a space for the end of a word.
    @EventLoopActor
    @Test(arguments: [
        (FieldKind.unknown, "pears and more", "Pears and more. "),
        (.text, "pears and more", "Pears and more. "),
        (.search, "pears and more", "Pears and more "),
        (.email, "ada at gmail dot com", "ada@gmail.com "),
        (.url, "example dot com", "example.com "),
        (.number, "twenty six", "26 "),
        (.other, "ada", "ada "),
        (.terminal, "list files", "list files"),
    ])
    func dependOnTheKindOfField(_ kind: FieldKind, _ words: String, _ text: String) async {
        let stage = stage()
        stage.sink.traits = FieldTraits(kind)
        #expect(await stage.text(after: words) == text)
    }

    /// Its profile may ask for the space.
    @EventLoopActor @Test func aTerminalThatIsKnownAsOneFollowsItsProfile() async {
        let stage = RunnerStage(spacing: .trailing, window: .terminal)
        stage.sink.traits = FieldTraits(.terminal)
        #expect(await stage.text(after: "list files") == "list files ")
    }

    @EventLoopActor @Test func anEngineThatPunctuatesIsLeftAlone() async {
        let stage = stage()
        #expect(await stage.text(after: "Hello there, I am late") == "Hello there, I am late ")
    }

    /// The card shows what will be typed.
    @EventLoopActor @Test func partialsAreShownAsTheyWillBeTyped() async {
        let stage = stage()
        stage.speak([1, 2, 3])
        stage.recognizer.tell(.partial("i have twenty six comma"))
        #expect(stage.runner.partialText == "I have 26,")
        stage.recognizer.tell(.utterance("i have twenty six period"))
        stage.recognizer.tell(.partial("that is five dollars"))
        #expect(stage.runner.partialText == "That is $5")
        stage.recognizer.tell(.partial("scratch that"))
        #expect(stage.runner.partialText == "scratch that")
    }

    @Test func terminalsHaveNoneUnlessTheirProfileSaysSo() throws {
        let xterm = DesktopWindow(identifier: "1", classes: ["XTerm"])
        func settings(_ text: String) throws -> Settings {
            try Settings.parse(Array(text.utf8), file: "/c/config.toml")
        }
        let plain = try settings("")
        #expect(plain.resolved(for: nil).settings.text.punctuation == .auto)
        #expect(plain.resolved(for: xterm).settings.text.punctuation == .spoken)
        let asked = try settings(
            """
            [[profile]]
            name = "terminal"
            class = "xterm"
            text.punctuation = "auto"
            """)
        #expect(asked.resolved(for: xterm).settings.text.punctuation == .auto)
    }
}
