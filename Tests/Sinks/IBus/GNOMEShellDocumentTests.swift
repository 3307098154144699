import Dictation
import Glibc
import History
import LinuxRuntime
import Problems
import Session
import SinkChains
import SinkIBus
import TestSupport
import Testing

/// The text around the cursor in windows of GNOME Shell, and words that are shown there while they
/// are spoken.
@Suite(.runningLoop, .inGNOMEShell) struct GNOMEShellDocumentTests {
    // The kernel's codes.
    private static let (shift, a, space, left): (UInt16, UInt16, UInt16, UInt16) = (42, 30, 57, 105)

    /// A stage with this text in a window.
    @EventLoopActor private func stage(
        _ kind: SessionWindow.Kind, _ text: String = "", input: String? = nil,
        environment: [String] = [], passwords: PasswordPolicy = .refuse
    ) async throws -> (FieldStage, SessionWindow) {
        try await DesktopSession.setLayouts(["us"])
        let stage = FieldStage(
            IBusSinkOptions(
                environment: GNOMEShellTyping.environment,
                record: EngineRecord.path(GNOMEShellTyping.environment),
                typesPasswords: passwords == .allow),
            passwords: passwords)
        let window = try await SessionWindow(kind, input: input, environment: environment)
        if !text.isEmpty {
            try await stage.sink.insertText(TypableText(cleaning: text, lineBreaks: .keep))
            try await window.expectText(text)
        }
        return (stage, window)
    }

    @EventLoopActor
    @Test(arguments: [
        SessionWindow.Kind.gtk3, .gtk4, .qt5, .qt6, .chromium, .writer,
    ])
    func theTextFitsTheDocumentAndReplacesWhatWasShown(_ kind: SessionWindow.Kind) async throws {
        let (stage, window) = try await stage(kind, "I like")
        let engine = try await GNOMEShellTyping.engine()
        try await stage.start()
        #expect(stage.chain.contextBeforeInput == "I like")
        // It was looked at, and no more.
        #expect(try await GNOMEShellTyping.engine() == engine)
        for words in ["apples", "apples and", "apples and bears"] { stage.hear(words) }
        try await waitUntil("the words are shown") { stage.chain.isMarking }
        if kind == .gtk3 || kind == .gtk4 {
            try await waitUntil("the window shows them") { window.preedit == " apples and bears" }
            try await DesktopSession.screenshot("marked-\(kind)")
        }
        // They aren't part of the text.
        #expect(window.text == "I like")
        try await stage.finish("apples and pears")
        #expect(try await GNOMEShellTyping.engine() == engine)
        try await window.expectText("I like apples and pears")
        #expect(window.preedit == "")
        // Qt 6.8 and Writer don't always tell what has changed.
        let tellsAll = kind != .qt6 && kind != .writer
        #expect(!tellsAll || stage.runner.timing.confirmed == true)
        try await stage.start()
        #expect(!tellsAll || stage.chain.contextBeforeInput == "I like apples and pears")
        try await stage.finish("and plums")
        try await window.expectText("I like apples and pears and plums")
        try await window.close()
    }

    /// A window that is stopped while the text is committed: it is there afterwards, once, and nobody has
    /// said that it isn't.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4], [false, true])
    func aBusyWindowGetsTheText(_ kind: SessionWindow.Kind, showsWords: Bool) async throws {
        let (stage, window) = try await stage(kind, "I like")
        try await stage.start()
        #expect(stage.chain.contextBeforeInput == "I like")
        if showsWords {
            stage.hear("bears")
            try await waitUntil("the window shows them") { window.preedit == " bears" }
        }
        window.freeze(true)
        let busy = EventLoop.shared.timer(after: .seconds(3)) { window.freeze(false) }
        try await stage.finish("pears")
        #expect(stage.runner.timing.confirmed != false)
        try await window.expectText("I like pears")
        withExtendedLifetime(busy) {}
        try await window.close()
    }

    /// While words are shown, the event loop stands still for so long that the user gets the engine back,
    /// and the words vanish: the dictation goes on.
    @EventLoopActor
    @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4, .chromium], [false, true])
    func aDictationGoesOnAfterAStandstill(
        _ kind: SessionWindow.Kind, hearsMore: Bool
    ) async throws {
        let (stage, window) = try await stage(kind, "I like")
        let engine = try await GNOMEShellTyping.engine()
        try await stage.start()
        stage.hear("apples")
        try await waitUntil("the words are shown") { stage.chain.isMarking }
        #expect(try await GNOMEShellTyping.engine() != engine)
        // Longer than the guardian waits, and for the whole program to start.
        usleep(4_500_000)
        #expect(try await GNOMEShellTyping.engine() == engine)
        if hearsMore {
            // They aren't shown, as after a change of the input source by the user.
            stage.hear("apples and bears")
            #expect(try await GNOMEShellTyping.engine() == engine)
        }
        try await stage.finish("apples and pears")
        try await window.expectText("I like apples and pears")
        #expect(window.preedit == "")
        #expect(try await GNOMEShellTyping.engine() == engine)
        try await window.close()
    }

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4, .chromium])
    func whatWasShownVanishesWhenCancelled(_ kind: SessionWindow.Kind) async throws {
        let (stage, window) = try await stage(kind, "I like")
        let engine = try await GNOMEShellTyping.engine()
        try await stage.start()
        stage.hear("bears")
        try await waitUntil("the words are shown") { stage.chain.isMarking }
        stage.runner.send(.command(.cancel))
        var now = ""
        while now != engine { now = try await GNOMEShellTyping.engine() }
        #expect(window.preedit == "")
        // Keys come after the text that was there.
        try await DesktopSession.press(Self.a)
        try await window.expectText("I likea")
        try await window.close()
    }

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4, .chromium])
    func aWordFitsInTheMiddleOfASentence(_ kind: SessionWindow.Kind) async throws {
        let (stage, window) = try await stage(kind, "the end.")
        for _ in "end." { try await DesktopSession.press(Self.left) }
        try await stage.start()
        try await stage.look { $0.contextBeforeInput == "the " }
        #expect(stage.chain.contextBeforeInput == "the ")
        #expect(stage.chain.contextAfterInput == "end.")
        try await stage.finish("very")
        try await window.expectText("the very end.")
        try await window.close()
    }

    /// Writer tells an input method of no space at the end of a sentence, but screen readers.
    @EventLoopActor
    @Test(arguments: [
        ("I like", "I like apples"), ("It rains.", "It rains. Apples"), ("", " Apples"),
    ])
    func aSpaceInWriterIsKnown(_ text: String, _ expected: String) async throws {
        let (stage, window) = try await stage(.writer, text)
        try await DesktopSession.press(Self.space)
        try await window.expectText(text + " ")
        try await stage.start()
        try await waitUntil("it is told") { stage.contextToldScreenReaders == text + " " }
        try await stage.finish("apples")
        try await window.expectText(expected)
        try await window.close()
    }

    /// IBus counts scalars, Qt 5 units of UTF-16.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .chromium, .qt5])
    func theCursorIsKnownBehindAnEmoji(_ kind: SessionWindow.Kind) async throws {
        let (stage, window) = try await stage(kind, "😀 the end.")
        for _ in "end." { try await DesktopSession.press(Self.left) }
        try await stage.start()
        try await stage.look { $0.contextBeforeInput == "😀 the " }
        #expect(stage.chain.contextBeforeInput == "😀 the ")
        #expect(stage.chain.contextAfterInput == "end.")
        try await stage.finish("very")
        try await window.expectText("😀 the very end.")
        try await window.close()
    }

    /// GTK 3 doesn't tell it.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .chromium, .qt5, .qt6])
    func theSelectionIsReplaced(_ kind: SessionWindow.Kind) async throws {
        let (stage, window) = try await stage(kind, "I like APPLES")
        for _ in "APPLES" { try await DesktopSession.press(Self.shift, Self.left) }
        try await stage.start()
        try await stage.look { $0.selectedText == "APPLES" }
        #expect(stage.chain.selectedText == "APPLES")
        try await stage.finish("pears")
        try await window.expectText("I like PEARS")
        try await window.close()
    }

    /// They tell an input method of none, but screen readers.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk3, .writer])
    func theSelectionThatScreenReadersAreToldIsReplaced(_ kind: SessionWindow.Kind) async throws {
        let (stage, window) = try await stage(kind, "I like APPLES")
        for _ in "APPLES" { try await DesktopSession.press(Self.shift, Self.left) }
        try await stage.start()
        try await waitUntil("it is told") { stage.contextToldScreenReaders == "I like " }
        try await stage.finish("pears")
        try await window.expectText("I like PEARS")
        try await window.close()
    }

    /// A window that tells nothing doesn't get what the one before has told.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.terminal, .xterm])
    func inATerminalTheTextComesAtTheEnd(_ kind: SessionWindow.Kind) async throws {
        let (_, other) = try await stage(.gtk4, "I like")
        let (stage, window) = try await stage(kind)
        let engine = try await GNOMEShellTyping.engine()
        try await stage.start()
        #expect(stage.chain.contextBeforeInput == nil)
        stage.hear("bears")
        #expect(try await GNOMEShellTyping.engine() == engine)
        try await stage.finish("pears")
        #expect(!stage.chain.isMarking)
        #expect(stage.runner.timing.confirmed != true)
        try await window.expectText(stage.runner.history.entries.last?.record.text ?? "")
        try await window.close()
        try await other.close()
    }

    /// By scalars, as IBus counts: an emoji of two, and a letter with two marks.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk3, .gtk4, .chromium, .qt5, .writer])
    func charactersAreDeletedWhole(_ kind: SessionWindow.Kind) async throws {
        let (stage, window) = try await stage(kind, "x👍🏽e\u{323}\u{301}")
        try await stage.start()
        try await stage.chain.deleteBackward(2)
        try await window.expectText("x")
        stage.runner.send(.command(.cancel))
        try await window.close()
    }

    /// Writer doesn't tell it.
    @EventLoopActor @Test(arguments: [SessionWindow.Kind.gtk4, .writer])
    func aSpaceBeforeADeletionIsLeft(_ kind: SessionWindow.Kind) async throws {
        let (stage, window) = try await stage(kind, "one 😀")
        try await stage.start()
        try await stage.chain.deleteBackward(1)
        try await window.expectText("one ")
        stage.runner.send(.command(.cancel))
        try await window.close()
    }

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.password3, .password4])
    func nothingIsRecordedInAFieldForAPassword(_ kind: SessionWindow.Kind) async throws {
        let (stage, window) = try await stage(kind)
        try await stage.start()
        try await waitUntil("it is refused") { stage.runner.display.state == .idle }
        #expect(stage.runner.display.notice?.message.hasPrefix("Nothing was recorded") == true)
        #expect(stage.runner.history.entries.isEmpty)
        #expect(window.text == "")
        try await window.close()
    }

    @EventLoopActor @Test(arguments: [SessionWindow.Kind.password3, .password4])
    func whereItIsAllowedItIsTypedButNotKept(_ kind: SessionWindow.Kind) async throws {
        let (stage, window) = try await stage(kind, passwords: .allow)
        try await stage.start()
        #expect(stage.chain.traits?.isSecure == true)
        stage.hear("apples")
        try await stage.finish("apples")
        try await window.expectText("apples")
        #expect(stage.runner.history.entries.isEmpty)
        #expect(!stage.chain.isMarking)
        try await window.close()
    }

    @EventLoopActor
    @Test(arguments: [
        (SessionWindow.Kind.chromium, "text", FieldKind.text), (.chromium, "email", .email),
        (.chromium, "url", .url), (.chromium, "number", .number), (.chromium, "tel", .number),
        (.qt5, "email", .text),
        (.qt6, "text", .text), (.qt6, "email", .email), (.qt6, "url", .url),
        (.qt6, "number", .number),
    ])
    func theKindOfAFieldIsKnown(
        _ window: SessionWindow.Kind, _ input: String, _ kind: FieldKind
    ) async throws {
        let (stage, window) = try await stage(window, input: input)
        try await stage.start()
        try await stage.look { $0.traits?.kind == kind }
        #expect(stage.chain.traits?.kind == kind)
        stage.runner.send(.command(.cancel))
        try await window.close()
    }

    /// Firefox's has bullets once something is in it, Qt's is private, and so is one for a PIN.
    @EventLoopActor
    @Test(arguments: [
        (SessionWindow.Kind.chromium, "password"), (.firefox, "password"), (.qt6, "password"),
        (.password3, "pin"), (.password4, "pin"),
    ])
    func nothingIsRecordedInAnInputForASecret(
        _ kind: SessionWindow.Kind, _ input: String
    ) async throws {
        let (stage, window) = try await stage(kind, input: input)
        try await DesktopSession.press(Self.a)
        try await window.expectText("a")
        try await stage.start()
        try await waitUntil("it is refused") { stage.runner.display.state == .idle }
        #expect(stage.runner.display.notice?.message.hasPrefix("Nothing was recorded") == true)
        #expect(window.text == "a")
        try await window.close()
    }

    /// It keeps nothing, but hides nothing either.
    @EventLoopActor @Test(arguments: [nil, "text"])
    func aPrivateWindowOfChromiumIsNoSecret(_ input: String?) async throws {
        let (stage, window) = try await stage(
            .chromium, input: input, environment: ["RECEIVER_PRIVATE=1"])
        try await stage.start()
        #expect(stage.chain.traits?.isSecure == false)
        try await stage.finish("apples")
        try await waitUntil("it is typed") { window.text.hasPrefix("Apples") }
        try await window.close()
    }

    /// It takes no text from IBus.
    @EventLoopActor @Test func aFieldForAPasswordOfQt5TakesNoText() async throws {
        let (stage, window) = try await stage(.qt5, input: "password")
        try await DesktopSession.press(Self.a)
        try await window.expectText("a")
        try await stage.start()
        #expect(stage.chain.contextBeforeInput == nil)
        let failure = await #expect(throws: SinkFailure.self) {
            try await stage.sink.insertText(TypableText(cleaning: "pears", lineBreaks: .keep))
        }
        #expect(failure?.handsOver == false)
        #expect(window.text == "a")
        stage.runner.send(.command(.cancel))
        try await window.close()
    }
}
